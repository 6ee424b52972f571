//! Whole games in a real browser.

mod access;
mod games;
mod keeping;
mod study;
mod words;
