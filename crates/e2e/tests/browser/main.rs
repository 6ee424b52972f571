//! Tests of the client in a real browser.

mod access;
mod account;
mod bot_worker;
mod correspondence;
mod games;
mod keyboard;
mod learning;
mod online;
mod operator;
mod people;
mod placement;
mod room;
mod saving;
mod start;
mod study;
mod text_table;
mod update;
