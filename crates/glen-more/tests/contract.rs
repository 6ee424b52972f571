//! The conformance suite and the recorded games.

use glen_more::GlenMore;

rules::conformance_suite!(GlenMore);
rules::fixture_suite!(GlenMore, vectors: 24, games: 20, damaged: 54);
