//! The contract that every game fulfils, and the recorded games.

use foxy_and_wooly::FoxyAndWooly;

rules::conformance_suite!(FoxyAndWooly);
