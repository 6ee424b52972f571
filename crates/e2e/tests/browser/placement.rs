//! Placing pieces by mouse, touch, pen and keys: what follows a pointer, what is dragged and
//! dropped, and what places a piece.

use anyhow::{Context, Result, ensure};
use e2e::{ACTION_ELEMENT, BrowserSession, ENTER, MY_TURN, Server, Size, undealt};
use serde_json::{Value, json};
use thirtyfour::common::command::{Actions, Command};

/// A pixel of the window.
type Pixel = (i64, i64);

/// The number of pieces on the person's county, with the hometown.
const PIECE_COUNT: &str = "document.querySelectorAll('.mine .board .tile').length";
/// The position of the selected piece, in units of the county.
const PREVIEW_POSITION: &str = "document.querySelector('.ghost').getAttribute('transform')";
/// The animation of the county is finished.
const VIEW_AT_REST: &str = "!document.querySelector('.cam').getAnimations().length";
/// The orientation of the selected piece, as it is drawn in the tray.
const ORIENTATION: &str = "document.querySelector('.pick.on svg').innerHTML";

/// A person to act at a table that is the same in every run.
async fn sit_down(game: &str, size: Size) -> Result<(Server, BrowserSession)> {
    let server = Server::start()?;
    let session = BrowserSession::open(&server, size).await?;
    session.open_table(&server, game, &undealt(game)?).await?;
    session.until(MY_TURN, Value::Null).await?;
    Ok((server, session))
}

async fn leave(server: Server, session: BrowserSession) -> Result<()> {
    session.close().await?;
    drop(server);
    Ok(())
}

fn to((x, y): Pixel) -> Value {
    json!({"type": "pointerMove", "duration": 0, "x": x, "y": y})
}

fn down() -> Value {
    json!({"type": "pointerDown", "button": 0})
}

fn up() -> Value {
    json!({"type": "pointerUp", "button": 0})
}

/// The moves from one pixel to another in that many steps.
fn along(from: Pixel, way: Pixel, steps: i64) -> impl Iterator<Item = Value> {
    (1..=steps).map(move |step| to((from.0 + way.0 * step / steps, from.1 + way.1 * step / steps)))
}

/// A press at a pixel, a move to another, and the release there.
fn dragged(from: Pixel, onto: Pixel) -> Vec<Value> {
    let way = along(from, (onto.0 - from.0, onto.1 - from.1), 6);
    [to(from), down()].into_iter().chain(way).chain([up()]).collect()
}

/// Performs simultaneous actions of several pointers of a kind.
async fn point(session: &BrowserSession, kind: &str, each: &[Vec<Value>]) -> Result<()> {
    let source = |(place, steps): (usize, &Vec<Value>)| json!({"type": "pointer", "id": format!("{kind}{place}"), "parameters": {"pointerType": kind}, "actions": steps});
    let sources: Vec<Value> = each.iter().enumerate().map(source).collect();
    session.browser.cmd(Command::PerformActions(Actions::from(json!(sources)))).await?;
    Ok(())
}

async fn mouse(session: &BrowserSession, steps: Vec<Value>) -> Result<()> {
    point(session, "mouse", &[steps]).await
}

async fn click(session: &BrowserSession, at: Pixel) -> Result<()> {
    mouse(session, vec![to(at), down(), up()]).await
}

/// The value of an expression in the page.
async fn value_of(session: &BrowserSession, what: &str) -> Result<Value> {
    session.run(&format!("return {what}")).await
}

fn pixel(value_of: &Value) -> Result<Pixel> {
    let number = |place: usize| value_of[place].as_f64().map(|it| it.round() as i64);
    number(0).zip(number(1)).with_context(|| format!("{value_of} is no place of the window"))
}

/// The centre of an element, scrolled into the window.
async fn centre_of(session: &BrowserSession, selector: &str) -> Result<Pixel> {
    session.find(selector).await?;
    let script = format!(
        "const it = document.querySelector(\"{selector}\");\
         const box = () => it.getBoundingClientRect();\
         if (box().top < 0 || box().bottom > innerHeight) it.scrollIntoView({{block: 'center'}});\
         return [box().x + box().width / 2, box().y + box().height / 2];"
    );
    pixel(&session.run(&script).await?)
}

const ESCAPE: &str = "\u{E00C}";

/// A legal position of the first piece in its original orientation: the transform of its preview,
/// and the pixel of its centre while the piece is not held there.
async fn legal_position(session: &BrowserSession) -> Result<(Value, Pixel)> {
    session.keys("1").await?;
    session.find(".ghost:not(.bad, .held) .ring").await?;
    let ghost = value_of(session, PREVIEW_POSITION).await?;
    let script = "const ghost = document.querySelector('.ghost'), box = ghost.getBBox();\
         const [x, y] = ghost.getAttribute('transform').match(/-?\\d+/g).map(Number);\
         return [x + box.x + box.width / 2, y + box.y + box.height / 2]";
    let place = session.run(script).await?;
    session.keys(ESCAPE).await?;
    session.until("!document.querySelector('.ghost .ring')", Value::Null).await?;
    let script = format!(
        "const {{a, d, e, f}} = document.querySelector('.board .disp').getScreenCTM();\
         const [x, y] = {place}; return [x * a + e, y * d + f]"
    );
    Ok((ghost, pixel(&session.run(&script).await?)?))
}

async fn expect_placed(session: &BrowserSession, before: &Value) -> Result<()> {
    session.until(&format!("{PIECE_COUNT} > given"), before.clone()).await
}

async fn expect_not_placed(session: &BrowserSession, before: &Value) -> Result<()> {
    // A placement would be shown in the same frame as what was waited for before.
    ensure!(value_of(session, PIECE_COUNT).await? == *before, "nothing has been put down");
    Ok(())
}

#[tokio::test]
async fn a_tile_follows_the_mouse_until_it_is_held_and_placed_by_another_click() -> Result<()> {
    let (server, session) = sit_down("tipperary", Size::Desktop).await?;
    let before = value_of(&session, PIECE_COUNT).await?;
    let (place, at) = legal_position(&session).await?;
    let named = "document.querySelector('.board .tile title') instanceof SVGTitleElement";
    ensure!(value_of(&session, named).await? == json!(true), "what lies there says its name");
    click(&session, centre_of(&session, ".pick:nth-child(1)").await?).await?;
    session.find(".pick.on:nth-child(1)").await?;
    ensure!(value_of(&session, "document.querySelector('.ghost .ring')").await? == Value::Null);
    mouse(&session, vec![to(at)]).await?;
    session
        .until(
            &format!("document.querySelector('.ghost.held .ring') && {PREVIEW_POSITION} === given"),
            place.clone(),
        )
        .await?;
    // It follows the pointer, and disappears outside of the county.
    mouse(&session, vec![to((at.0 + 170, at.1 + 170))]).await?;
    session
        .until(
            &format!("document.querySelector('.ghost.held .ring') && {PREVIEW_POSITION} !== given"),
            place.clone(),
        )
        .await?;
    mouse(&session, vec![to((5, 5))]).await?;
    session.until("!document.querySelector('.ghost .ring')", Value::Null).await?;
    click(&session, at).await?;
    session
        .until(
            &format!(
                "document.querySelector('.ghost:not(.held) .ring') && {PREVIEW_POSITION} === given"
            ),
            place,
        )
        .await?;
    expect_not_placed(&session, &before).await?;
    click(&session, at).await?;
    expect_placed(&session, &before).await?;
    leave(server, session).await
}

#[tokio::test]
async fn a_tile_from_the_tray_is_placed_by_dropping_it() -> Result<()> {
    let (server, session) = sit_down("tipperary", Size::Desktop).await?;
    let before = value_of(&session, PIECE_COUNT).await?;
    let (_, at) = legal_position(&session).await?;
    let tray = centre_of(&session, ".pick:nth-child(1)").await?;
    // It is rejected outside of the county and over the hometown.
    mouse(&session, dragged(tray, (5, 5))).await?;
    session.until("!document.querySelector('.ghost .ring')", Value::Null).await?;
    mouse(&session, dragged(tray, centre_of(&session, ".town").await?)).await?;
    session.find(".ghost.bad:not(.held) .ring").await?;
    session.find(".badges .no").await?;
    expect_not_placed(&session, &before).await?;
    session.keys(ESCAPE).await?;
    mouse(&session, dragged(tray, at)).await?;
    expect_placed(&session, &before).await?;
    leave(server, session).await
}

#[tokio::test]
async fn dragging_a_held_tile_only_moves_it() -> Result<()> {
    let (server, session) = sit_down("tipperary", Size::Desktop).await?;
    let before = value_of(&session, PIECE_COUNT).await?;
    session.keys("1").await?;
    session.find(".ghost:not(.bad, .held) .ring").await?;
    let place = value_of(&session, PREVIEW_POSITION).await?;
    session.until(VIEW_AT_REST, Value::Null).await?;
    let from = centre_of(&session, ".ghost use").await?;
    mouse(&session, dragged(from, centre_of(&session, ".board").await?)).await?;
    session
        .until(
            &format!(
                "document.querySelector('.ghost:not(.held) .ring') && {PREVIEW_POSITION} !== given"
            ),
            place,
        )
        .await?;
    expect_not_placed(&session, &before).await?;
    leave(server, session).await
}

#[tokio::test]
async fn a_tile_is_turned_by_wheel_and_keys_and_placed_by_enter() -> Result<()> {
    let (server, session) = sit_down("tipperary", Size::Desktop).await?;
    let before = value_of(&session, PIECE_COUNT).await?;
    let (_, at) = legal_position(&session).await?;
    let tray = centre_of(&session, ".pick:nth-child(1)").await?;
    click(&session, tray).await?;
    mouse(&session, vec![to(at)]).await?;
    session.find(".ghost.held .ring").await?;
    let lies = value_of(&session, ORIENTATION).await?;
    let roll = json!([{"type": "wheel", "id": "wheel", "actions": [{"type": "scroll", "x": at.0, "y": at.1, "deltaX": 0, "deltaY": 120}]}]);
    session.browser.cmd(Command::PerformActions(Actions::from(roll))).await?;
    session.until(&format!("{ORIENTATION} !== given"), lies.clone()).await?;
    // Three more quarter turns lead back.
    for _ in 0..3 {
        session.keys("r").await?;
    }
    session.until(&format!("{ORIENTATION} === given"), lies.clone()).await?;
    session.keys("f").await?;
    session.keys("f").await?;
    session.until(&format!("{ORIENTATION} === given"), lies).await?;
    mouse(&session, vec![to(at)]).await?;
    session.find(".ghost:not(.bad) .ring").await?;
    // The focus is on the button that selected the tile.
    ensure!(value_of(&session, "document.activeElement.matches('.pick.on')").await? == json!(true));
    session.keys(ENTER).await?;
    expect_placed(&session, &before).await?;
    leave(server, session).await
}

#[tokio::test]
async fn a_tile_is_placed_by_two_taps() -> Result<()> {
    let (server, session) = sit_down("tipperary", Size::Phone).await?;
    let before = value_of(&session, PIECE_COUNT).await?;
    let tap = |at: Pixel| vec![vec![to(at), down(), up()]];
    point(&session, "touch", &tap(centre_of(&session, ".pick:nth-child(1)").await?)).await?;
    session.find(".ghost:not(.bad, .held) .ring").await?;
    expect_not_placed(&session, &before).await?;
    session.until(VIEW_AT_REST, Value::Null).await?;
    point(&session, "touch", &tap(centre_of(&session, ".ghost use").await?)).await?;
    expect_placed(&session, &before).await?;
    leave(server, session).await
}

#[tokio::test]
async fn two_fingers_turn_a_tile_and_never_scroll() -> Result<()> {
    let (server, session) = sit_down("tipperary", Size::Phone).await?;
    let (x, y) = centre_of(&session, ".board").await?;
    let before = (value_of(&session, ORIENTATION).await?, value_of(&session, "scrollY").await?);
    // Emulated touches never scroll with two fingers; the event says whether real ones would.
    let listen = "window.scrolls = [0, 0, 0];\
         addEventListener('touchmove', (it) => it.defaultPrevented || (scrolls[it.touches.length] += 1))";
    session.run(listen).await?;
    // Both fingers go down the screen, the right one much further.
    let (left, right) = ((x - 70, y - 60), (x + 70, y - 60));
    let finger = |at: Pixel, way: Pixel| {
        [to(at), down()].into_iter().chain(along(at, way, 12)).chain([up()]).collect::<Vec<_>>()
    };
    point(&session, "touch", &[finger(left, (0, 20)), finger(right, (-40, 190))]).await?;
    session.until(&format!("{ORIENTATION} !== given"), before.0).await?;
    ensure!(value_of(&session, "scrollY").await? == before.1, "the page stays where it is");
    ensure!(
        value_of(&session, "scrolls[2]").await? == json!(0),
        "two fingers would scroll the page"
    );
    // One finger still scrolls.
    let swipe = [to((x, y + 60)), down()].into_iter().chain(along((x, y + 60), (0, -150), 12));
    point(&session, "touch", &[swipe.chain([up()]).collect()]).await?;
    session.until("scrollY > given", before.1).await?;
    leave(server, session).await
}

/// Takes the first possible tile of the track with shortcuts, so that the clan can move.
async fn take_a_tile(session: &BrowserSession) -> Result<()> {
    for press in ["t", "p", "g"] {
        session.keys(press).await?;
    }
    session.find(".plan .chk:not(.pre)").await?;
    // The tile is animated from the track to the display.
    session.find(".flights .fly").await.map(drop)
}

#[tokio::test]
async fn a_clan_member_is_dragged_to_the_next_tile() -> Result<()> {
    let (server, session) = sit_down("glen-more", Size::Desktop).await?;
    take_a_tile(&session).await?;
    let clan = centre_of(&session, ".mine .people.can").await?;
    let home =
        value_of(&session, "document.querySelector('.mine .people').getAttribute('transform')")
            .await?;
    // There is no tile beside the display, and the panel says so.
    mouse(&session, dragged(clan, (20, clan.1))).await?;
    session
        .until("document.querySelector('.plan .why').textContent.endsWith('.')", Value::Null)
        .await?;
    session.run("document.querySelectorAll('.mine .lt').forEach((it) => it.toggleAttribute('data-other', it.getAttribute('transform') !== document.querySelector('.mine .people').getAttribute('transform')))").await?;
    let goal = centre_of(&session, ".mine .lt[data-other] .tap").await?;
    mouse(&session, dragged(clan, goal)).await?;
    session
        .until("document.querySelector('.mine .people').getAttribute('transform') !== given", home)
        .await?;
    leave(server, session).await
}

#[tokio::test]
async fn a_refused_button_says_why() -> Result<()> {
    let (server, session) = sit_down("glen-more", Size::Desktop).await?;
    let why = "document.querySelector('.plan .why').textContent === given";
    session.run("document.querySelector('.plan .go').click()").await?;
    session.until(why, json!("Choose a tile of the track first.")).await?;
    take_a_tile(&session).await?;
    session.keys("a").await?;
    session.find(".plan .all[aria-disabled=true]").await?;
    session.run("document.querySelector('.plan .all').click()").await?;
    session.until(why, json!("No tile gives anything for nothing now.")).await?;
    leave(server, session).await
}

#[tokio::test]
async fn a_hinted_bid_is_one_press_away() -> Result<()> {
    let (server, session) = sit_down("foxy-and-wooly", Size::Phone).await?;
    for _ in 0..80 {
        session.until(MY_TURN, Value::Null).await?;
        let bids =
            value_of(&session, "document.querySelector('.bidder [aria-disabled=false].take')")
                .await?;
        if bids == Value::Null {
            session.press(ACTION_ELEMENT).await?;
            session
                .until(&format!("document.querySelector('.sheet') || {MY_TURN}"), Value::Null)
                .await?;
            continue;
        }
        session.press(".tools .btn:has([href='#i-bot'])").await?;
        session.find(".hint-bid, .pass.hinted").await?;
        if value_of(&session, "document.querySelector('.hint-bid')").await? == Value::Null {
            session.press(".pass").await?;
            continue;
        }
        let hinted = value_of(&session, "document.querySelector('.hint-bid').textContent").await?;
        session.press(".hint-bid").await?;
        let stands = "given === `Hint: bid ${document.querySelector('.stepper output').firstChild.data.replace(/^0$/, 'nothing')}`";
        session.until(stands, hinted).await?;
        session.find(".big-btn.take.hinted").await?;
        let words =
            value_of(&session, "document.querySelector('.big-btn.take .val').innerText").await?;
        ensure!(words.as_str().is_some_and(|it| it.contains("worth about")), "{words}");
        return leave(server, session).await;
    }
    anyhow::bail!("no bot bids for anything in a whole game")
}
