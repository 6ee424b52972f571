//! The pictures of the home page.

use leptos::prelude::*;
use shelf::GameId;

/// The picture of a game.
pub(super) fn picture(game: GameId) -> AnyView {
    match game {
        GameId::Tipperary => tipperary().into_any(),
        GameId::GlenMore => glen_more().into_any(),
        GameId::FoxyAndWooly => foxy_and_wooly().into_any(),
    }
}

/// A strip of land with everything the games are about.
pub(super) fn frieze() -> impl IntoView {
    view! {
        <svg viewBox="0 0 560 170" width="560">
        <path d="M4 150C90 122 190 128 280 132s190-16 276 10c2 16-60 24-276 24S-4 164 4 150z" fill="var(--leaf)" stroke="var(--line)" stroke-width="2.5">
        </path>
        <path d="M60 152c-.6-4-3-7-6-8M60 152c0-5 .5-9 2-12M60 152c1-4 3-7 7-8M330 154c-.6-4-3-7-6-8M330 154c0-5 .5-9 2-12M330 154c1-4 3-7 7-8" fill="none" stroke="var(--leaf-3)" stroke-width="3" stroke-linecap="round">
        </path>
        <use href="#village" x="18" y="44" width="96" height="96">
        </use>
        <use href="#sheep" x="112" y="52" width="96" height="96">
        </use>
        <use href="#sheep" x="196" y="78" width="66" height="66">
        </use>
        <use href="#tower" x="262" y="12" width="126" height="126">
        </use>
        <use href="#still" x="358" y="24" width="116" height="116">
        </use>
        <use href="#barrel" x="462" y="76" width="66" height="66">
        </use>
        <use href="#barrel" x="508" y="90" width="52" height="52">
        </use>
        </svg>
    }
}

fn tipperary() -> impl IntoView {
    view! {
        <svg viewBox="0 0 352 152" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
        <rect x="-20" width="400" height="152" fill="var(--tile-edge)">
        </rect>
        <use href="#c-P2" x="52" y="2" width="48" height="48">
        </use>
        <use href="#c-P1" x="102" y="2" width="48" height="48">
        </use>
        <use href="#c-M" x="152" y="2" width="48" height="48">
        </use>
        <use href="#c-G" x="52" y="52" width="48" height="48">
        </use>
        <use href="#c-D" x="102" y="52" width="48" height="48">
        </use>
        <use href="#c-G" x="152" y="52" width="48" height="48">
        </use>
        <use href="#c-R" x="202" y="2" width="48" height="48">
        </use>
        <use href="#c-B" x="202" y="52" width="48" height="48">
        </use>
        <use href="#c-S3" x="252" y="52" width="48" height="48">
        </use>
        <use href="#c-M" x="252" y="2" width="48" height="48">
        </use>
        <use href="#c-W" x="302" y="2" width="48" height="48">
        </use>
        <use href="#c-P1" x="302" y="52" width="48" height="48">
        </use>
        <use href="#c-M" x="2" y="52" width="48" height="48">
        </use>
        <use href="#c-R" x="2" y="2" width="48" height="48">
        </use>
        <use href="#c-M" x="52" y="102" width="48" height="48">
        </use>
        <use href="#c-M" x="102" y="102" width="48" height="48">
        </use>
        <use href="#c-P1" x="152" y="102" width="48" height="48">
        </use>
        <use href="#c-P2" x="202" y="102" width="48" height="48">
        </use>
        <use href="#c-B" x="252" y="102" width="48" height="48">
        </use>
        <use href="#c-M" x="302" y="102" width="48" height="48">
        </use>
        <use href="#c-S1" x="2" y="102" width="48" height="48">
        </use>
        </svg>
    }
}

fn glen_more() -> impl IntoView {
    view! {
        <svg viewBox="0 0 368 152" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
        <rect width="368" height="152" fill="var(--g-blue)">
        </rect>
        <path d="M0 92C60 30 110 60 150 40s80-50 130-10 70 30 88 20v110H0z" fill="var(--leaf-2)">
        </path>
        <path d="M0 112c60-30 140-20 200-8s120-10 168-14v62H0z" fill="var(--g-green)">
        </path>
        <path d="M206 122c26-12 100-18 140-8 18 5 26 8 30 10v36H214c-18-8-36-30-8-38z" fill="var(--water)" stroke="var(--line)" stroke-width="2">
        </path>
        <path d="M240 128c5-3 10-3 15 0M290 124c5-3 10-3 15 0M322 134c5-3 10-3 15 0M236 142c5-3 10-3 15 0" fill="none" stroke="var(--water-l)" stroke-width="2.4" stroke-linecap="round">
        </path>
        <use href="#castle" x="18" y="14" width="80" height="80">
        </use>
        <use href="#forest" x="286" y="42" width="66" height="66">
        </use>
        <use href="#village" x="100" y="52" width="66" height="66">
        </use>
        <use href="#still" x="176" y="56" width="64" height="64">
        </use>
        <use href="#barrel" x="240" y="84" width="32" height="32">
        </use>
        <use href="#fold" x="22" y="88" width="60" height="60">
        </use>
        <use href="#barrel" x="262" y="90" width="32" height="32">
        </use>
        <g class="seat-2">
        <use href="#chieftain" x="118" y="98" width="50" height="50">
        </use>
        </g>
        </svg>
    }
}

fn foxy_and_wooly() -> impl IntoView {
    view! {
        <svg viewBox="0 0 368 152" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
        <rect width="368" height="152" class="night">
        </rect>
        <circle cx="314" cy="34" r="20" fill="var(--cream)">
        </circle>
        <path d="M0 96c70-30 150-24 210-10s110-8 158-20v90H0z" fill="var(--leaf-3)">
        </path>
        <path d="M0 118c80-22 170-14 240-6s90-6 128-10v54H0z" fill="var(--l-past)">
        </path>
        <use href="#wolf-wait" x="250" y="38" width="80" height="80">
        </use>
        <use href="#sheep" x="26" y="76" width="64" height="64">
        </use>
        <use href="#sheep" x="88" y="90" width="58" height="58">
        </use>
        <use href="#sheep" x="140" y="72" width="56" height="56">
        </use>
        <use href="#gate" x="198" y="72" width="56" height="56">
        </use>
        </svg>
    }
}
