//! The game keeps the contract that every game on the shelf keeps.

rules::conformance_suite!(tipperary::Tipperary);
rules::fixture_suite!(tipperary::Tipperary, vectors: 20, games: 18, damaged: 36);
