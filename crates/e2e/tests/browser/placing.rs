//! Placing things by mouse, finger, pen and keys: what hangs under a pointer, what is dragged and
//! dropped, and what puts it down.

use anyhow::{Context, Result, ensure};
use e2e::{A_MOVE, ENTER, MY_TURN, Server, Size, Visit, undealt};
use serde_json::{Value, json};
use thirtyfour::common::command::{Actions, Command};

/// A pixel of the window.
type Pixel = (i64, i64);

/// So many pieces lie on one's own county, the hometown among them.
const LAID: &str = "document.querySelectorAll('.mine .board .tile').length";
/// Where the piece in hand is, in the units of the county.
const GHOST: &str = "document.querySelector('.ghost').getAttribute('transform')";
/// The county has glided to where it is shown.
const SETTLED: &str = "!document.querySelector('.cam').getAnimations().length";
/// How the piece in hand lies, as it is drawn in the tray.
const LIES: &str = "document.querySelector('.pick.on svg').innerHTML";

/// A person with a table of a game, the same in every run, at which it is their turn.
async fn sit_down(game: &str, size: Size) -> Result<(Server, Visit)> {
    let server = Server::start()?;
    let visit = Visit::open(&server, size).await?;
    visit.open_table(&server, game, &undealt(game)?).await?;
    visit.until(MY_TURN, Value::Null).await?;
    Ok((server, visit))
}

async fn leave(server: Server, visit: Visit) -> Result<()> {
    visit.close().await?;
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

/// From one pixel to another in so many steps.
fn along(from: Pixel, way: Pixel, steps: i64) -> impl Iterator<Item = Value> {
    (1..=steps).map(move |step| to((from.0 + way.0 * step / steps, from.1 + way.1 * step / steps)))
}

/// Presses at a place, goes to another, and lets go there.
fn dragged(from: Pixel, onto: Pixel) -> Vec<Value> {
    let way = along(from, (onto.0 - from.0, onto.1 - from.1), 6);
    [to(from), down()].into_iter().chain(way).chain([up()]).collect()
}

/// What pointers of a kind do at the same time.
async fn point(visit: &Visit, kind: &str, each: &[Vec<Value>]) -> Result<()> {
    let source = |(place, steps): (usize, &Vec<Value>)| json!({"type": "pointer", "id": format!("{kind}{place}"), "parameters": {"pointerType": kind}, "actions": steps});
    let sources: Vec<Value> = each.iter().enumerate().map(source).collect();
    visit.browser.cmd(Command::PerformActions(Actions::from(json!(sources)))).await?;
    Ok(())
}

async fn mouse(visit: &Visit, steps: Vec<Value>) -> Result<()> {
    point(visit, "mouse", &[steps]).await
}

async fn click(visit: &Visit, at: Pixel) -> Result<()> {
    mouse(visit, vec![to(at), down(), up()]).await
}

/// What an expression says in the page.
async fn told(visit: &Visit, what: &str) -> Result<Value> {
    visit.run(&format!("return {what}")).await
}

fn pixel(told: &Value) -> Result<Pixel> {
    let number = |place: usize| told[place].as_f64().map(|it| it.round() as i64);
    number(0).zip(number(1)).with_context(|| format!("{told} is no place of the window"))
}

/// The middle of something, brought into the window.
async fn middle(visit: &Visit, selector: &str) -> Result<Pixel> {
    visit.find(selector).await?;
    let script = format!(
        "const it = document.querySelector(\"{selector}\");\
         const box = () => it.getBoundingClientRect();\
         if (box().top < 0 || box().bottom > innerHeight) it.scrollIntoView({{block: 'center'}});\
         return [box().x + box().width / 2, box().y + box().height / 2];"
    );
    pixel(&visit.run(&script).await?)
}

const ESCAPE: &str = "\u{E00C}";

/// A place where the first piece in hand may go as it comes: how its ghost says it, and the pixel
/// of its middle while the piece is not held there.
async fn a_place(visit: &Visit) -> Result<(Value, Pixel)> {
    visit.keys("1").await?;
    visit.find(".ghost:not(.bad, .held) .ring").await?;
    let ghost = told(visit, GHOST).await?;
    let script = "const ghost = document.querySelector('.ghost'), box = ghost.getBBox();\
         const [x, y] = ghost.getAttribute('transform').match(/-?\\d+/g).map(Number);\
         return [x + box.x + box.width / 2, y + box.y + box.height / 2]";
    let place = visit.run(script).await?;
    visit.keys(ESCAPE).await?;
    visit.until("!document.querySelector('.ghost .ring')", Value::Null).await?;
    let script = format!(
        "const {{a, d, e, f}} = document.querySelector('.board .disp').getScreenCTM();\
         const [x, y] = {place}; return [x * a + e, y * d + f]"
    );
    Ok((ghost, pixel(&visit.run(&script).await?)?))
}

async fn expect_laid(visit: &Visit, before: &Value) -> Result<()> {
    visit.until(&format!("{LAID} > given"), before.clone()).await
}

async fn expect_not_laid(visit: &Visit, before: &Value) -> Result<()> {
    // What would be placed shows in the same frame as what is looked for before this.
    ensure!(told(visit, LAID).await? == *before, "nothing has been put down");
    Ok(())
}

#[tokio::test]
async fn a_tile_hangs_under_the_mouse_until_it_is_laid_and_clicked_again() -> Result<()> {
    let (server, visit) = sit_down("tipperary", Size::Desktop).await?;
    let before = told(&visit, LAID).await?;
    let (place, at) = a_place(&visit).await?;
    let named = "document.querySelector('.board .tile title') instanceof SVGTitleElement";
    ensure!(told(&visit, named).await? == json!(true), "what lies there says its name");
    click(&visit, middle(&visit, ".pick:nth-child(1)").await?).await?;
    visit.find(".pick.on:nth-child(1)").await?;
    ensure!(told(&visit, "document.querySelector('.ghost .ring')").await? == Value::Null);
    mouse(&visit, vec![to(at)]).await?;
    visit
        .until(
            &format!("document.querySelector('.ghost.held .ring') && {GHOST} === given"),
            place.clone(),
        )
        .await?;
    // It follows the pointer, and leaves the county with it.
    mouse(&visit, vec![to((at.0 + 170, at.1 + 170))]).await?;
    visit
        .until(
            &format!("document.querySelector('.ghost.held .ring') && {GHOST} !== given"),
            place.clone(),
        )
        .await?;
    mouse(&visit, vec![to((5, 5))]).await?;
    visit.until("!document.querySelector('.ghost .ring')", Value::Null).await?;
    click(&visit, at).await?;
    visit
        .until(
            &format!("document.querySelector('.ghost:not(.held) .ring') && {GHOST} === given"),
            place,
        )
        .await?;
    expect_not_laid(&visit, &before).await?;
    click(&visit, at).await?;
    expect_laid(&visit, &before).await?;
    leave(server, visit).await
}

#[tokio::test]
async fn a_tile_is_dropped_out_of_the_tray_where_it_goes() -> Result<()> {
    let (server, visit) = sit_down("tipperary", Size::Desktop).await?;
    let before = told(&visit, LAID).await?;
    let (_, at) = a_place(&visit).await?;
    let tray = middle(&visit, ".pick:nth-child(1)").await?;
    // Outside the county it goes back, and over the hometown it cannot stay.
    mouse(&visit, dragged(tray, (5, 5))).await?;
    visit.until("!document.querySelector('.ghost .ring')", Value::Null).await?;
    mouse(&visit, dragged(tray, middle(&visit, ".town").await?)).await?;
    visit.find(".ghost.bad:not(.held) .ring").await?;
    visit.find(".badges .no").await?;
    expect_not_laid(&visit, &before).await?;
    visit.keys(ESCAPE).await?;
    mouse(&visit, dragged(tray, at)).await?;
    expect_laid(&visit, &before).await?;
    leave(server, visit).await
}

#[tokio::test]
async fn a_tile_that_lies_there_is_only_moved_by_dragging_it() -> Result<()> {
    let (server, visit) = sit_down("tipperary", Size::Desktop).await?;
    let before = told(&visit, LAID).await?;
    visit.keys("1").await?;
    visit.find(".ghost:not(.bad, .held) .ring").await?;
    let place = told(&visit, GHOST).await?;
    visit.until(SETTLED, Value::Null).await?;
    let from = middle(&visit, ".ghost use").await?;
    mouse(&visit, dragged(from, middle(&visit, ".board").await?)).await?;
    visit
        .until(
            &format!("document.querySelector('.ghost:not(.held) .ring') && {GHOST} !== given"),
            place,
        )
        .await?;
    expect_not_laid(&visit, &before).await?;
    leave(server, visit).await
}

#[tokio::test]
async fn a_tile_is_turned_by_wheel_and_keys_and_laid_by_enter() -> Result<()> {
    let (server, visit) = sit_down("tipperary", Size::Desktop).await?;
    let before = told(&visit, LAID).await?;
    let (_, at) = a_place(&visit).await?;
    let tray = middle(&visit, ".pick:nth-child(1)").await?;
    click(&visit, tray).await?;
    mouse(&visit, vec![to(at)]).await?;
    visit.find(".ghost.held .ring").await?;
    let lies = told(&visit, LIES).await?;
    let roll = json!([{"type": "wheel", "id": "wheel", "actions": [{"type": "scroll", "x": at.0, "y": at.1, "deltaX": 0, "deltaY": 120}]}]);
    visit.browser.cmd(Command::PerformActions(Actions::from(roll))).await?;
    visit.until(&format!("{LIES} !== given"), lies.clone()).await?;
    // Three more quarter turns lead back.
    for _ in 0..3 {
        visit.keys("r").await?;
    }
    visit.until(&format!("{LIES} === given"), lies.clone()).await?;
    visit.keys("f").await?;
    visit.keys("f").await?;
    visit.until(&format!("{LIES} === given"), lies).await?;
    mouse(&visit, vec![to(at)]).await?;
    visit.find(".ghost:not(.bad) .ring").await?;
    // The focus is where the tile was chosen.
    ensure!(told(&visit, "document.activeElement.matches('.pick.on')").await? == json!(true));
    visit.keys(ENTER).await?;
    expect_laid(&visit, &before).await?;
    leave(server, visit).await
}

#[tokio::test]
async fn a_finger_lays_a_tile_with_two_taps() -> Result<()> {
    let (server, visit) = sit_down("tipperary", Size::Phone).await?;
    let before = told(&visit, LAID).await?;
    let tap = |at: Pixel| vec![vec![to(at), down(), up()]];
    point(&visit, "touch", &tap(middle(&visit, ".pick:nth-child(1)").await?)).await?;
    visit.find(".ghost:not(.bad, .held) .ring").await?;
    expect_not_laid(&visit, &before).await?;
    visit.until(SETTLED, Value::Null).await?;
    point(&visit, "touch", &tap(middle(&visit, ".ghost use").await?)).await?;
    expect_laid(&visit, &before).await?;
    leave(server, visit).await
}

#[tokio::test]
async fn two_fingers_turn_a_tile_and_never_scroll() -> Result<()> {
    let (server, visit) = sit_down("tipperary", Size::Phone).await?;
    let (x, y) = middle(&visit, ".board").await?;
    let before = (told(&visit, LIES).await?, told(&visit, "scrollY").await?);
    // A driver's fingers never scroll in pairs; whether real ones would is said by the event itself.
    let listen = "window.scrolls = [0, 0, 0];\
         addEventListener('touchmove', (it) => it.defaultPrevented || (scrolls[it.touches.length] += 1))";
    visit.run(listen).await?;
    // Both go down the screen, the right one much further.
    let (left, right) = ((x - 70, y - 60), (x + 70, y - 60));
    let finger = |at: Pixel, way: Pixel| {
        [to(at), down()].into_iter().chain(along(at, way, 12)).chain([up()]).collect::<Vec<_>>()
    };
    point(&visit, "touch", &[finger(left, (0, 20)), finger(right, (-40, 190))]).await?;
    visit.until(&format!("{LIES} !== given"), before.0).await?;
    ensure!(told(&visit, "scrollY").await? == before.1, "the page stays where it is");
    ensure!(told(&visit, "scrolls[2]").await? == json!(0), "two fingers would scroll the page");
    // One finger still scrolls.
    let swipe = [to((x, y + 60)), down()].into_iter().chain(along((x, y + 60), (0, -150), 12));
    point(&visit, "touch", &[swipe.chain([up()]).collect()]).await?;
    visit.until("scrollY > given", before.1).await?;
    leave(server, visit).await
}

/// Takes the first tile of the track that can be taken, with keys, so that the clan can move.
async fn take_a_tile(visit: &Visit) -> Result<()> {
    for press in ["t", "p", "g"] {
        visit.keys(press).await?;
    }
    visit.find(".plan .chk:not(.pre)").await?;
    // One sees it going from the track to the display.
    visit.find(".flights .fly").await.map(drop)
}

#[tokio::test]
async fn a_clan_member_is_dragged_to_the_next_tile() -> Result<()> {
    let (server, visit) = sit_down("glen-more", Size::Desktop).await?;
    take_a_tile(&visit).await?;
    let clan = middle(&visit, ".mine .people.can").await?;
    let home =
        told(&visit, "document.querySelector('.mine .people').getAttribute('transform')").await?;
    // There is no tile beside the display, and the plan says so.
    mouse(&visit, dragged(clan, (20, clan.1))).await?;
    visit
        .until("document.querySelector('.plan .why').textContent.endsWith('.')", Value::Null)
        .await?;
    visit.run("document.querySelectorAll('.mine .lt').forEach((it) => it.toggleAttribute('data-other', it.getAttribute('transform') !== document.querySelector('.mine .people').getAttribute('transform')))").await?;
    let goal = middle(&visit, ".mine .lt[data-other] .tap").await?;
    mouse(&visit, dragged(clan, goal)).await?;
    visit
        .until("document.querySelector('.mine .people').getAttribute('transform') !== given", home)
        .await?;
    leave(server, visit).await
}

#[tokio::test]
async fn what_cannot_be_pressed_says_why() -> Result<()> {
    let (server, visit) = sit_down("glen-more", Size::Desktop).await?;
    let why = "document.querySelector('.plan .why').textContent === given";
    visit.run("document.querySelector('.plan .go').click()").await?;
    visit.until(why, json!("Choose a tile of the track first.")).await?;
    take_a_tile(&visit).await?;
    visit.keys("a").await?;
    visit.find(".plan .all[aria-disabled=true]").await?;
    visit.run("document.querySelector('.plan .all').click()").await?;
    visit.until(why, json!("No tile gives anything for nothing now.")).await?;
    leave(server, visit).await
}

#[tokio::test]
async fn a_hinted_bid_is_one_press_away() -> Result<()> {
    let (server, visit) = sit_down("foxy-and-wooly", Size::Phone).await?;
    for _ in 0..80 {
        visit.until(MY_TURN, Value::Null).await?;
        let bids =
            told(&visit, "document.querySelector('.bidder [aria-disabled=false].take')").await?;
        if bids == Value::Null {
            visit.press(A_MOVE).await?;
            visit
                .until(&format!("document.querySelector('.sheet') || {MY_TURN}"), Value::Null)
                .await?;
            continue;
        }
        visit.press(".tools .btn:has([href='#i-bot'])").await?;
        visit.find(".hint-bid, .pass.hinted").await?;
        if told(&visit, "document.querySelector('.hint-bid')").await? == Value::Null {
            visit.press(".pass").await?;
            continue;
        }
        let hinted = told(&visit, "document.querySelector('.hint-bid').textContent").await?;
        visit.press(".hint-bid").await?;
        let stands = "given === `Hint: bid ${document.querySelector('.stepper output').firstChild.data.replace(/^0$/, 'nothing')}`";
        visit.until(stands, hinted).await?;
        visit.find(".big-btn.take.hinted").await?;
        let words = told(&visit, "document.querySelector('.big-btn.take .val').innerText").await?;
        ensure!(words.as_str().is_some_and(|it| it.contains("worth about")), "{words}");
        return leave(server, visit).await;
    }
    anyhow::bail!("no bot bids for anything in a whole game")
}
