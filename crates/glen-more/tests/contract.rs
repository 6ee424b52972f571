//! Glen More against the contract of all games, and against recorded games.

use glen_more::GlenMore;

rules::conformance_suite!(GlenMore);
rules::fixture_suite!(GlenMore, vectors: 24, games: 20, damaged: 54);
