//! Whole games in a real browser.

mod access;
mod games;
mod keeping;
mod online;
mod study;
mod words;
