//! The rules of Glen More, theme by theme.

mod support;

mod activation;
mod components;
mod end;
mod examples;
mod locations;
mod movement;
mod narration;
mod outlook;
mod payment;
mod placement;
mod properties;
mod refusals;
mod scoring;
mod set_up;
mod snapshots;
mod track;
mod traps;
mod warehouse;
