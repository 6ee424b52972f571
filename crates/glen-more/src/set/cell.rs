//! Parses the cells of the data file.

use rules::notation::{number, quoted};

use crate::payment::Due;
use crate::resource::Resource;
use crate::tile::{Activation, Colour, Conversion, Offer, Prize, Wanted, Windfall};

/// The most cubes of one resource in a cost.
const MAX_CUBES: u64 = 5;
const MAX_POINTS: u64 = 50;

type Cell<T> = Result<T, String>;

/// A number from 0 to `max`.
pub(super) fn small(text: &str, max: u64, what: &str) -> Cell<u8> {
    number(text, max, what).map(|value| value as u8).map_err(|error| error.to_string())
}

/// A number from 1 to `max`.
fn positive(text: &str, max: u64, what: &str) -> Cell<u8> {
    match small(text, max, what)? {
        0 => Err(format!("{what} is at least 1")),
        value => Ok(value),
    }
}

/// `yes` or nothing.
pub(super) fn yes(text: &str, column: &str) -> Cell<bool> {
    match text {
        "yes" => Ok(true),
        "" => Ok(false),
        _ => Err(format!("the column {column} is yes or empty, not {}", quoted(text))),
    }
}

pub(super) fn colour(text: &str) -> Cell<Colour> {
    let found = Colour::NAMED.iter().find(|(name, _)| *name == text);
    found
        .map(|(_, colour)| *colour)
        .ok_or_else(|| format!("{} is no colour: yellow, green, brown, gray or blue", quoted(text)))
}

/// A name: one to forty printable characters.
pub(super) fn name(text: &str) -> Cell<String> {
    let fits = (1..=40).contains(&text.chars().count()) && !text.chars().any(char::is_control);
    if fits { Ok(text.to_owned()) } else { Err(format!("{} is no name for a tile", quoted(text))) }
}

/// `1 wood+1 stone`, `1 whiskey`, `2 different resources`, `3 resources`,
/// `1 clan member or chieftain`, or nothing.
pub(super) fn cost(text: &str) -> Cell<Due> {
    match text {
        "" => return Ok(Due::Nothing),
        "1 clan member or chieftain" => return Ok(Due::ClanOrChieftain),
        _ => {}
    }
    if let Some(count) = text.strip_suffix(" different resources") {
        let count = positive(count, MAX_CUBES, "a number of different resources")?;
        return Ok(Due::Different { count, used: 0 });
    }
    if let Some(count) = text.strip_suffix(" resources") {
        return Ok(Due::Any { count: positive(count, MAX_CUBES, "a number of resources")? });
    }
    let (mut need, mut whiskey) = ([0; 5], 0);
    for part in text.split('+') {
        let (count, kind) = counted(part.trim())?;
        match Resource::from_name(kind) {
            Some(resource) => add(&mut need[resource.index()], count)?,
            None if kind == "whiskey" => add(&mut whiskey, count)?,
            None => return Err(format!("{} is no cost", quoted(text))),
        }
    }
    Ok(Due::Fixed { need, whiskey })
}

/// `1 wood` as its number and its word.
fn counted(text: &str) -> Cell<(u8, &str)> {
    let (count, kind) = text
        .split_once(' ')
        .ok_or_else(|| format!("{} is not a number and a thing, such as 1 wood", quoted(text)))?;
    Ok((positive(count, MAX_CUBES, "a number of things")?, kind))
}

fn add(sum: &mut u8, count: u8) -> Cell<()> {
    *sum += count;
    if u64::from(*sum) <= MAX_CUBES {
        Ok(())
    } else {
        Err(format!("nothing asks for more than {MAX_CUBES} of a kind"))
    }
}

pub(super) fn windfall(text: &str) -> Cell<Windfall> {
    match text {
        "" => Ok(Windfall::Nothing),
        "1 clan member" => Ok(Windfall::ClanMember),
        "1 whiskey" => Ok(Windfall::Whiskey),
        _ => Err(format!("{} is no windfall: 1 clan member, 1 whiskey or nothing", quoted(text))),
    }
}

/// `1 RES`, `1 resource of choice`, `1 movement`, `N vp`, `WHAT -> PRIZE`, or nothing.
pub(super) fn activation(text: &str) -> Cell<Activation> {
    if let Some((wanted, prize)) = text.split_once(" -> ") {
        return conversion(wanted, prize).map(Activation::Convert);
    }
    match text {
        "" => Ok(Activation::Nothing),
        "1 movement" => Ok(Activation::Movement),
        "1 resource of choice" => Ok(Activation::ProduceAny),
        _ => match text.strip_suffix(" vp") {
            Some(points) => Ok(Activation::Points(positive(points, MAX_POINTS, "points")?)),
            None => text
                .strip_prefix("1 ")
                .and_then(Resource::from_name)
                .map(Activation::Produce)
                .ok_or_else(|| format!("{} is nothing that a tile does", quoted(text))),
        },
    }
}

/// `1/2 sheep -> 2/4 vp` and its like.
fn conversion(wanted: &str, prize: &str) -> Cell<Conversion> {
    let (wanted, counts) = match wanted.split_once(" + ") {
        Some(_) => (exactly(wanted)?, "1"),
        None => counted_wish(wanted)?,
    };
    let counts = numbers(counts, MAX_CUBES, "a number of resources")?;
    let prizes = prizes(prize)?;
    if counts.len() != prizes.len() || !counts.is_sorted_by(|a, b| a < b) {
        return Err(format!(
            "{} ways to turn in do not go with {} prizes: as many, in ascending order",
            counts.len(),
            prizes.len()
        ));
    }
    let mut offers = [Offer::default(); 5];
    for (offer, (&count, &prize)) in offers.iter_mut().zip(counts.iter().zip(&prizes)) {
        *offer = Offer { count, prize };
    }
    Ok(Conversion { wanted, offers, len: counts.len() as u8 })
}

/// `1 sheep + 1 cattle`.
fn exactly(text: &str) -> Cell<Wanted> {
    match cost(text)? {
        Due::Fixed { need, whiskey: 0 } => Ok(Wanted::Exactly(need)),
        _ => Err(format!("{} is nothing that can be turned in", quoted(text))),
    }
}

/// `1/2 sheep`, `1/2/3 different resources` or `3 resources`: the kind and the counts.
fn counted_wish(text: &str) -> Cell<(Wanted, &str)> {
    let (counts, kind) = text.split_once(' ').unwrap_or((text, ""));
    let wanted = match kind {
        "different resources" => Wanted::Different,
        "resources" => Wanted::Any,
        _ => Resource::from_name(kind)
            .map(Wanted::Only)
            .ok_or_else(|| format!("{} is nothing that can be turned in", quoted(text)))?,
    };
    Ok((wanted, counts))
}

/// `2/4 vp` or `1 whiskey`.
fn prizes(text: &str) -> Cell<Vec<Prize>> {
    if text == "1 whiskey" {
        return Ok(vec![Prize { points: 0, whiskey: 1 }]);
    }
    let points = text
        .strip_suffix(" vp")
        .ok_or_else(|| format!("{} is no prize: points (vp) or 1 whiskey", quoted(text)))?;
    let points = numbers(points, MAX_POINTS, "points")?;
    Ok(points.into_iter().map(|points| Prize { points, whiskey: 0 }).collect())
}

/// One to five numbers with `/` between them.
fn numbers(text: &str, max: u64, what: &str) -> Cell<Vec<u8>> {
    let numbers: Vec<u8> =
        text.splitn(6, '/').map(|part| positive(part, max, what)).collect::<Result<_, _>>()?;
    if numbers.len() <= 5 {
        Ok(numbers)
    } else {
        Err(format!("{} are too many ways", quoted(text)))
    }
}
