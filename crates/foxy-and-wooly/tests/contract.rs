//! The conformance suite and the recorded games.

use foxy_and_wooly::FoxyAndWooly;

rules::conformance_suite!(FoxyAndWooly);
rules::fixture_suite!(FoxyAndWooly, vectors: 36, games: 12, damaged: 20);
