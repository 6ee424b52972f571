//! Whole games in a real browser.

mod access;
mod account;
mod away;
mod games;
mod gathering;
mod keeping;
mod keyboard;
mod learning;
mod online;
mod operator;
mod people;
mod placing;
mod start;
mod study;
mod thinking;
mod update;
mod words;
