//! The rules of Glen More, one module per topic.

mod support;

mod activation;
mod components;
mod end;
mod event_text;
mod examples;
mod locations;
mod movement;
mod payment;
mod placement;
mod properties;
mod queries;
mod refusals;
mod scoring;
mod set_up;
mod snapshots;
mod track;
mod traps;
mod warehouse;
