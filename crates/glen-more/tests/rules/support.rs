//! Builds positions from plain data, and shortens actions.

use glen_more::{
    Event, GlenMore, PerResource, PhaseName, Place, Player, PlayerData, PointsData, Set, Snapshot,
    TileData,
};
use rules::{Actor, ComponentSet, Game, Seat, Setup, Turn};

/// The order of numbers for resources in tests: wood, stone, grain, cattle, sheep.
pub(crate) type Five = [u8; 5];

/// A position in which seat 1 is at the head of the chain and takes a tile.
pub(crate) struct Scene {
    snapshot: Snapshot,
    track: Vec<String>,
    left: Option<Vec<String>>,
}

impl Scene {
    pub(crate) fn new(players: usize) -> Self {
        let village = TileData {
            tile: "village".to_owned(),
            x: 0,
            y: 0,
            clan: 1,
            cubes: PerResource::default(),
        };
        let player = PlayerData {
            coins: 6,
            whiskey: 0,
            chieftains: 0,
            cards: Vec::new(),
            points: PointsData::default(),
            display: vec![village],
        };
        let covered = if players <= 3 { [1; 5] } else { [0; 5] };
        Self {
            snapshot: Snapshot {
                phase: PhaseName::Take,
                seat: Seat::from_number(1),
                track: Vec::new(),
                gap: 13,
                left: Vec::new(),
                warehouse: covered.into(),
                players: vec![player; players],
                turn: None,
            },
            track: Vec::new(),
            left: None,
        }
    }

    /// What stands behind the figures and the die: tiles, from the first free space on.
    pub(crate) fn track(mut self, names: &[&str]) -> Self {
        self.track = names.iter().map(|&name| name.to_owned()).collect();
        self
    }

    /// The whole track from space 0 on; the gap is the last space.
    pub(crate) fn whole_track(mut self, names: [&str; 13]) -> Self {
        self.snapshot.track = names.iter().map(|&name| name.to_owned()).collect();
        self.snapshot.track.push(String::new());
        self
    }

    /// The tiles that are still to be drawn.
    pub(crate) fn left(mut self, names: &[&str]) -> Self {
        self.left = Some(names.iter().map(|&name| name.to_owned()).collect());
        self
    }

    pub(crate) fn warehouse(mut self, covered: Five) -> Self {
        self.snapshot.warehouse = covered.into();
        self
    }

    pub(crate) fn player(&mut self, seat: usize) -> &mut PlayerData {
        &mut self.snapshot.players[seat - 1]
    }

    pub(crate) fn coins(mut self, seat: usize, coins: u16) -> Self {
        self.player(seat).coins = coins;
        self
    }

    pub(crate) fn whiskey(mut self, seat: usize, barrels: u16) -> Self {
        self.player(seat).whiskey = barrels;
        self
    }

    pub(crate) fn chieftains(mut self, seat: usize, chieftains: u8) -> Self {
        self.player(seat).chieftains = chieftains;
        self
    }

    /// A tile in a display, with its card if it is a special location.
    pub(crate) fn tile(self, seat: usize, tile: &str, x: i8, y: i8) -> Self {
        self.tile_with(seat, tile, x, y, [0; 5])
    }

    /// A tile with cubes on it.
    pub(crate) fn tile_with(mut self, seat: usize, tile: &str, x: i8, y: i8, cubes: Five) -> Self {
        let special = ["t09", "t26", "t27", "t30", "t35", "t37", "t38", "t43", "t48", "t51"];
        let special = special.iter().chain(&["t52", "t60", "t64"]).any(|&known| known == tile);
        let player = self.player(seat);
        player.display.push(TileData { tile: tile.to_owned(), x, y, clan: 0, cubes: cubes.into() });
        if special {
            player.cards.push(tile.to_owned());
            player.cards.sort_unstable();
        }
        self
    }

    /// How many clan members stand on a tile that is already there.
    pub(crate) fn clan(mut self, seat: usize, x: i8, y: i8, members: u8) -> Self {
        let tile = self.player(seat).display.iter_mut().find(|tile| (tile.x, tile.y) == (x, y));
        tile.expect("the tile is there").clan = members;
        self
    }

    /// The position as data: what is not said is filled up with other tiles.
    pub(crate) fn data(mut self) -> Snapshot {
        let displayed = self.snapshot.players.iter().flat_map(|player| &player.display);
        let mut used: Vec<String> = displayed.map(|tile| tile.tile.clone()).collect();
        used.extend(self.track.iter().chain(&self.snapshot.track).cloned());
        used.extend(self.left.iter().flatten().cloned());
        let mut spare: Vec<String> = (1..=67).map(|number| format!("t{number:02}")).collect();
        spare.retain(|tile| !used.contains(tile));
        if self.snapshot.track.is_empty() {
            let players = self.snapshot.players.len();
            let figures = (1..=players).map(|seat| format!("seat {seat}"));
            let die = (players <= 3).then(|| "die".to_owned());
            self.snapshot.track = figures.chain(die).chain(self.track).collect();
            while self.snapshot.track.len() < 13 {
                self.snapshot.track.push(spare.remove(0));
            }
            self.snapshot.track.push(String::new());
        }
        self.snapshot.left = self.left.unwrap_or(spare);
        self.snapshot
    }

    pub(crate) fn build(self) -> Table {
        let data = self.data();
        let setup = Setup::new(data.players.len() as u64).expect("two to five play");
        Table { state: GlenMore::from_snapshot(&setup, &data).expect("the scene is a position") }
    }
}

/// A state with short ways to act in it.
#[derive(Clone)]
pub(crate) struct Table {
    pub(crate) state: GlenMore,
}

impl Table {
    /// A new game.
    pub(crate) fn start(players: u64) -> Self {
        let setup = Setup::<GlenMore>::new(players).expect("two to five play");
        Self { state: GlenMore::new(&setup) }
    }

    pub(crate) fn actor(&self) -> Actor {
        match self.state.turn() {
            Turn::Dealer => Actor::Dealer,
            Turn::Seats(seats) => Actor::Seat(seats.first().expect("somebody is to act")),
            Turn::Over => panic!("the game is over"),
        }
    }

    /// Makes an action of the actor to act, and returns its events.
    pub(crate) fn act(&mut self, text: &str) -> Vec<Event> {
        let action = self.state.read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let mut events = Vec::new();
        let applied = self.state.apply(self.actor(), action, &mut events);
        applied.unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
        events
    }

    /// Makes several actions.
    pub(crate) fn play(&mut self, texts: &[&str]) {
        for text in texts {
            self.act(text);
        }
    }

    /// Takes the tile from wherever it lies on the track.
    pub(crate) fn take(&mut self, tile: &str, at: &str) -> Vec<Event> {
        let space = self.space_of(tile);
        self.act(&format!("take {space} @{at}"))
    }

    /// Ends the turn and lets the dealer draw until another seat is to act.
    pub(crate) fn end(&mut self) {
        self.act("end");
        self.refill();
    }

    pub(crate) fn refill(&mut self) {
        while self.state.phase() == glen_more::Phase::Draw {
            let first = self.state.outcomes()[0].action;
            self.state.apply_unchecked(Actor::Dealer, first, &mut rules::NoEvents);
        }
    }

    pub(crate) fn space_of(&self, tile: &str) -> usize {
        let spaces = self.state.track().tiles_ahead();
        let found = spaces.into_iter().find(|(_, found)| found.to_string() == tile);
        found.expect("the tile is on the track").0
    }

    /// The legal actions of the seat to act, as text.
    pub(crate) fn legal(&self) -> Vec<String> {
        match self.actor() {
            Actor::Dealer => {
                let outcomes = self.state.outcomes();
                outcomes.iter().map(|outcome| self.state.write(outcome.action)).collect()
            }
            Actor::Seat(seat) => {
                let legal = self.state.legal(seat);
                legal.into_iter().map(|action| self.state.write(action)).collect()
            }
        }
    }

    /// The legal actions that start with the word.
    pub(crate) fn legal_of(&self, verb: &str) -> Vec<String> {
        let start = format!("{verb} ");
        let mut legal = self.legal();
        legal.retain(|text| *text == verb || text.starts_with(&start));
        legal
    }

    pub(crate) fn allows(&self, text: &str) -> bool {
        self.legal().iter().any(|legal| legal == text)
    }

    /// Why an action is refused.
    pub(crate) fn refusal(&self, text: &str) -> String {
        let action = self.state.read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        match self.state.check(self.actor(), action) {
            Ok(_) => panic!("{text} is legal"),
            Err(refusal) => refusal.to_string(),
        }
    }

    pub(crate) fn player(&self, seat: usize) -> &Player {
        self.state.player(Seat::from_index(seat - 1))
    }

    /// A part of a seat's score by name.
    pub(crate) fn part(&self, seat: usize, part: &str) -> i32 {
        let score = self.state.score(Seat::from_index(seat - 1));
        let found = score.named(GlenMore::INFO).find(|(name, _)| *name == part);
        found.expect("there is such a part").1
    }

    /// The cubes of a seat's display.
    pub(crate) fn cubes(&self, seat: usize) -> Five {
        self.player(seat).display().total()
    }

    /// The cubes on one tile.
    pub(crate) fn cubes_at(&self, seat: usize, x: i8, y: i8) -> u8 {
        self.player(seat).display().cubes_at(Place::new(x, y)).total()
    }

    pub(crate) fn clan_at(&self, seat: usize, x: i8, y: i8) -> u8 {
        self.player(seat).display().clan_at(Place::new(x, y))
    }

    /// Where a tile of that kind may go: plain, with a river, with a road.
    pub(crate) fn places(&self, tile: &str) -> Vec<String> {
        let tile = glen_more::TileId::new(tile[1..].parse().expect("a tile has a number"));
        let places = self.state.places_for(Seat::from_index(0), tile);
        places.into_iter().map(|place| place.to_string()).collect()
    }
}

/// The text of the set that comes with the game.
pub(crate) fn standard_set_text() -> &'static str {
    include_str!("../../data/published-1.csv")
}

/// Reads a set and gives the error as text.
pub(crate) fn set_error(text: &str) -> String {
    Set::parse(text).expect_err("the set is wrong").to_string()
}
