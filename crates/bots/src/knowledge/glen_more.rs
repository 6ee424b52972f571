//! Glen More.

use shelf::glen_more::GlenMore;

use super::Knowledge;

impl Knowledge for GlenMore {}
