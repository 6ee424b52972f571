//! The conformance suite and the recorded games.

rules::conformance_suite!(tipperary::Tipperary);
rules::fixture_suite!(tipperary::Tipperary, vectors: 20, games: 18, damaged: 36);
