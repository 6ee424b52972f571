//! Tipperary.

use shelf::tipperary::Tipperary;

use super::Knowledge;

impl Knowledge for Tipperary {}
