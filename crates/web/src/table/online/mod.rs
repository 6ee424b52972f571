//! A table far away: what only the server's tables have.

mod fairness;

pub(crate) use fairness::FairnessCheck;
