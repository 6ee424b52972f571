//! The QR code of a table's URL.

use std::fmt::Write;

use leptos::prelude::*;
use qrcodegen::{QrCode, QrCodeEcc};

/// The quiet zone around the code, in modules.
const BORDER: i32 = 4;

/// The QR code of a URL; `None` if it is too long.
pub(super) fn qr_code(address: &str) -> impl IntoView + use<> {
    let code = QrCode::encode_text(address, QrCodeEcc::Medium).ok()?;
    let side = code.size() + 2 * BORDER;
    Some(view! {
        <svg class="qr" viewBox=format!("0 0 {side} {side}") role="img" aria-label="The link as a QR code">
            <rect class="paper" width=side height=side></rect>
            <path class="ink" d=modules(&code)></path>
        </svg>
    })
}

/// The dark modules as an SVG path.
fn modules(code: &QrCode) -> String {
    let mut path = String::new();
    for y in 0..code.size() {
        for x in (0..code.size()).filter(|x| code.get_module(*x, y)) {
            write!(path, "M{} {}h1v1h-1z", x + BORDER, y + BORDER)
                .expect("a string takes any text");
        }
    }
    path
}
