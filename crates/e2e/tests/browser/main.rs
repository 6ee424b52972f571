//! Whole games in a real browser.

mod access;
mod games;
mod gathering;
mod keeping;
mod online;
mod people;
mod study;
mod words;
