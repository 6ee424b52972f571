//! Whole games in a real browser.

mod access;
mod account;
mod away;
mod games;
mod gathering;
mod keeping;
mod online;
mod operator;
mod people;
mod study;
mod thinking;
mod words;
