//! A fight told turn by turn: moves as text, checked one by one.
//!
//! `play` trusts its caller; this is where moves that people typed are checked. The first one that
//! cannot be made is refused, with its round and the reason, and the telling ends there.

use outplay_game::{Game, Player, ZeroSum};
use serde::{Deserialize, Serialize};

use crate::battle::Refused;
use crate::event::{Event, Witness};
use crate::game::{Duel, Move};
use crate::order::{Order, Place};
use crate::play::lacks;
use crate::rules::{Names, Price, Skill};
use crate::state::{State, Status};

/// What happened, turn by turn.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Account {
    /// The position before the first turn.
    pub opening: Snapshot,
    /// The turns, in order, as many as are told.
    pub turns: Vec<TurnAccount>,
    /// How many more turns there were.
    pub untold: usize,
    /// Does it go on for ever, with nobody to choose?
    pub endless: bool,
    /// Is the fight over?
    pub over: bool,
    /// Who has won.
    pub winner: Option<Player>,
    /// What player 1 has spent of what the goal counts.
    pub spent: u64,
    /// What all the moves given would cost player 1, legal or not.
    pub listed_cost: u64,
    /// Rounds started.
    pub rounds: u32,
    /// The move that could not be made.
    pub refused: Option<Refusal>,
    /// How many of the moves were left over when the fight ended or a move was refused.
    pub unused: usize,
    /// Every choice that was made, listed or not.
    pub choices: Vec<(Player, Move)>,
    /// Does it wait for a choice, with no more moves given?
    pub waits: bool,
    /// What it is worth to player 1, where it is over.
    pub payoff: Option<i64>,
}

/// One turn.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TurnAccount {
    /// The round, from 1.
    pub round: u32,
    /// Whose turn it was.
    pub player: Player,
    /// The skill that was used, by its place among the fighter's.
    pub skill: Option<usize>,
    /// Everything that happened.
    pub events: Vec<Event>,
    /// The position after it.
    pub after: Snapshot,
    /// The queue after the skill, while the acting place was still in front.
    pub queue_after_skill: Vec<Place>,
}

/// What a position looks like.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Snapshot {
    /// For each side, its numbers in the order of [`crate::FighterNames::numbers`].
    pub numbers: [Vec<i32>; 2],
    /// The turns left of each effect, in the order of [`Names::effects`].
    pub timers: Vec<u32>,
    /// What else is counted, in the order of [`Names::counters`].
    #[serde(default)]
    pub counters: Vec<u32>,
    /// The queue, the front first; empty where there is none.
    pub queue: Vec<Place>,
}

/// A move that could not be made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refusal {
    /// The round in which it was tried.
    pub round: u32,
    /// Which of the moves, counted from 1.
    pub move_number: usize,
    /// Why not.
    pub reason: String,
}

/// More turns than this are played but not told.
const MOST_TOLD: usize = 10_000;

/// More turns than this are not played: so long a fight has numbers that grow without end.
const MOST_PLAYED: usize = 3_000_000;

/// The same in a queue, which may grow with every turn.
const MOST_PLAYED_IN_A_QUEUE: usize = 100_000;

/// Turns are told until their queues have so many places in all.
const MOST_PLACES_TOLD: usize = 2_000_000;

/// Writes down what it sees.
pub(crate) struct Scribe<'n> {
    pub(crate) turns: Vec<TurnAccount>,
    pub(crate) untold: usize,
    /// In the queues of the turns told.
    places: usize,
    /// Whose turn it was last.
    pub(crate) player: Player,
    /// Have they used a skill in it?
    pub(crate) acted: bool,
    /// Who begins a round; `None` in a queue, where each turn is one.
    first: Option<Player>,
    round: u32,
    spent: u64,
    /// What player 1 spends.
    price: Price,
    /// The skills of player 1 that count as actions.
    actions: Vec<bool>,
    /// Whether the turn of player 1 that is on has been counted, where turns are what is spent, and
    /// whether anybody has chosen yet.
    counted: bool,
    chosen: bool,
    /// Whether each player's actions are choices.
    chooses: [bool; 2],
    names: &'n Names,
}

impl<const W: usize, O: Order> Witness<W, O> for Scribe<'_> {
    fn see(&mut self, event: Event, state: &State<W, O>) {
        self.count(event);
        if let Event::Turn(player) = event {
            if self.first.is_none_or(|first| player == first) || self.round == 0 {
                self.round += 1;
            }
            self.open(player, state);
        }
        if matches!(event, Event::Uses { .. }) {
            // Each action has a row of its own.
            if self.acted {
                self.open(self.player, state);
            }
            self.acted = true;
        }
        let told = self.untold == 0;
        if let Some(turn) = self.turns.last_mut().filter(|_| told) {
            if let Event::Uses { skill } = event {
                turn.skill = Some(skill);
            }
            if !matches!(event, Event::Turn(_)) {
                turn.events.push(event);
            }
            turn.after = Snapshot::of(state, self.names);
            if matches!(event, Event::Uses { .. } | Event::Queues(_)) {
                turn.queue_after_skill.clone_from(&turn.after.queue);
            }
        }
    }
}

impl Scribe<'_> {
    /// The telling begins in the middle of a player's turn.
    pub(crate) fn open_at<const W: usize, O: Order>(
        &mut self,
        player: Player,
        state: &State<W, O>,
    ) {
        self.round = 1;
        self.open(player, state);
    }

    /// The round that is on.
    pub(crate) fn round(&self) -> u32 {
        self.round
    }

    /// What was written down, and nothing else.
    pub(crate) fn account(self) -> Account {
        Account {
            opening: Snapshot {
                numbers: [Vec::new(), Vec::new()],
                timers: Vec::new(),
                counters: Vec::new(),
                queue: Vec::new(),
            },
            turns: self.turns,
            untold: self.untold,
            endless: false,
            over: false,
            winner: None,
            spent: self.spent,
            listed_cost: self.spent,
            rounds: self.round,
            refused: None,
            unused: 0,
            choices: Vec::new(),
            waits: false,
            payoff: None,
        }
    }

    /// Counts what player 1 spends.
    fn count(&mut self, event: Event) {
        let own = self.player == Player::One;
        match (event, self.price) {
            (Event::Uses { skill }, Price::Actions) if own => {
                // In a team every move is one.
                self.spent += u64::from(self.actions.get(skill).is_none_or(|counts| *counts));
            }
            (Event::Pays { slot, amount }, Price::Pool(pool)) if own && slot == pool => {
                self.spent += u64::from(amount.unsigned_abs());
            }
            (Event::Uses { .. }, Price::Rounds) if own && !self.counted => {
                self.spent += 1;
                self.counted = true;
            }
            // A turn of player 1 in which they did nothing is a turn, too.
            (Event::Turn(_) | Event::Over(_), Price::Rounds) => {
                self.spent += u64::from(own && !self.counted && self.chosen);
                self.counted = event != Event::Turn(Player::One);
            }
            _ => {}
        }
        if matches!(event, Event::Uses { .. }) {
            self.chosen |= self.chooses[self.player.index()];
        }
    }

    /// The turn of a player begins, or is on already when the telling begins.
    pub(crate) fn open<const W: usize, O: Order>(&mut self, player: Player, state: &State<W, O>) {
        (self.player, self.acted) = (player, false);
        if self.untold > 0 || self.turns.len() == MOST_TOLD || self.places > MOST_PLACES_TOLD {
            self.untold += 1;
            return;
        }
        let after = Snapshot::of(state, self.names);
        self.places += after.queue.len();
        self.turns.push(TurnAccount {
            round: self.round,
            player,
            skill: None,
            events: Vec::new(),
            queue_after_skill: after.queue.clone(),
            after,
        });
    }
}

impl Snapshot {
    /// What a state looks like.
    pub fn of<const W: usize, O: Order>(state: &State<W, O>, names: &Names) -> Self {
        let numbers = names
            .fighters
            .each_ref()
            .map(|fighter| fighter.numbers.iter().map(|(_, slot)| state.number(*slot)).collect());
        let timers = names.timers.iter().map(|&timer| state.bits(timer)).collect();
        let counters = names.counters.iter().map(|&(_, _, field)| state.bits(field)).collect();
        Self { numbers, timers, counters, queue: state.order.places() }
    }
}

impl<const W: usize, O: Order> Duel<W, O> {
    /// Plays moves given as keys, for example `34230000`; spaces and commas do not count.
    pub fn account(&self, names: &Names, moves: &str) -> Account {
        self.account_to(names, moves).0
    }

    /// The position after moves given as keys.
    ///
    /// # Errors
    /// The first move that cannot be made; also when the fight is over before the last one.
    pub fn after(&self, names: &Names, moves: &str) -> Result<State<W, O>, Refusal> {
        let (account, state) = self.account_to(names, moves);
        match account.refused {
            Some(refusal) => Err(refusal),
            None if account.unused > 0 => Err(Refusal {
                round: account.rounds,
                move_number: keys(moves).count() - account.unused + 1,
                reason: if account.over {
                    "the fight is over".to_owned()
                } else {
                    format!(
                        "no more than {} turns are played",
                        account.turns.len() + account.untold
                    )
                },
            }),
            None => Ok(state),
        }
    }

    /// Plays moves given as keys, and gives the position that they lead to as well.
    pub fn account_to(&self, names: &Names, moves: &str) -> (Account, State<W, O>) {
        let keys: Vec<char> = keys(moves).collect();
        let mut state = self.opening().clone();
        let mut scribe = self.scribe(names);
        if let Status::Chooses(player) = state.status() {
            scribe.round = 1;
            scribe.open(player, &state);
            scribe.counted = self.rules.acted.is_some_and(|acted| state.bits(acted) > 0);
        }
        self.open(&mut state, &mut scribe);
        let mut given = keys.iter().enumerate();
        let mut refused = None;
        // Who made each of the moves, as far as it is known.
        let (mut choosers, mut choices) = (Vec::new(), Vec::new());
        let endless = loop {
            if self.go_on(&mut state, &mut scribe, &mut choices) {
                break true;
            }
            let Status::Chooses(player) = state.status() else { break false };
            if scribe.untold >= Self::MOST_TURNS {
                break false;
            }
            let Some((index, &key)) = given.next() else { break false };
            choosers.push(player);
            match self.find(names, &state, player, key) {
                Ok(skill) => {
                    choices.push((player, Move::of(skill)));
                    self.act(&mut state, player, skill, &mut scribe);
                }
                Err(reason) => {
                    let (round, move_number, reason) =
                        (scribe.round, index + 1, reason.to_string());
                    refused = Some(Refusal { round, move_number, reason });
                    break false;
                }
            }
        };
        let account = Account {
            opening: Snapshot::of(self.opening(), names),
            turns: scribe.turns,
            untold: scribe.untold,
            endless,
            over: matches!(state.status(), Status::Over(_)),
            winner: match state.status() {
                Status::Over(winner) => winner,
                _ => None,
            },
            spent: scribe.spent,
            listed_cost: self.listed_cost(names, &keys, &choosers),
            rounds: scribe.round,
            refused,
            unused: given.count(),
            choices,
            waits: matches!(state.status(), Status::Chooses(_)),
            payoff: matches!(state.status(), Status::Over(_)).then(|| self.payoff(&state)),
        };
        (account, state)
    }

    /// More turns than this are not played.
    const MOST_TURNS: usize = if O::PLACES { MOST_PLAYED_IN_A_QUEUE } else { MOST_PLAYED };

    /// Somebody to write down a fight.
    pub(crate) fn scribe<'n>(&self, names: &'n Names) -> Scribe<'n> {
        let own = self.rules.fighter(Player::One).skills.iter();
        Scribe {
            turns: Vec::new(),
            untold: 0,
            places: 0,
            player: self.rules.first,
            acted: false,
            first: (!O::PLACES).then_some(self.rules.first),
            round: 0,
            spent: 0,
            price: self.rules.price,
            actions: own.map(|skill| !skill.ends).collect(),
            counted: true,
            chosen: false,
            chooses: self.rules.fighters.each_ref().map(|fighter| fighter.moves),
            names,
        }
    }

    /// Plays on, whoever has a single skill using it, until somebody has to say which; says whether
    /// it goes on for ever. It also ends when the fight does, or after very many turns.
    pub(crate) fn go_on(
        &self,
        state: &mut State<W, O>,
        scribe: &mut Scribe,
        choices: &mut Vec<(Player, Move)>,
    ) -> bool {
        // A state that comes back without anybody having chosen comes back for ever.
        let (mut earlier, mut since) = (state.clone(), 0_usize);
        while scribe.untold < Self::MOST_TURNS {
            match state.status() {
                Status::Chooses(player) if self.rules.fighter(player).moves => {
                    if self.is_listed(player) {
                        return false;
                    }
                    choices.push((player, Move::of(0)));
                    self.act(state, player, 0, scribe);
                    if since == 0 {
                        earlier = state.clone();
                    }
                }
                Status::Before(_) | Status::Chooses(_) => {
                    self.turn(state, scribe);
                    since += 1;
                    if *state == earlier {
                        return true;
                    }
                    if since.is_power_of_two() {
                        earlier = state.clone();
                    }
                }
                Status::Over(_) => return false,
            }
        }
        false
    }

    /// The usable skill with that key, or why there is none.
    pub(crate) fn find(
        &self,
        names: &Names,
        state: &State<W, O>,
        player: Player,
        key: char,
    ) -> Result<usize, Refused> {
        let who = &names.fighters[player.index()];
        let Some(index) = find_key(names, player, key) else {
            let known: String = who.skills.iter().map(|skill| skill.key).collect();
            let reason =
                format!("{} has no skill with the key {key} (they have {known})", who.name);
            return Err(Refused::Unknown(reason));
        };
        match self.why_not(names, state, player, index) {
            None => Ok(index),
            Some(reason) => Err(Refused::Unusable(reason)),
        }
    }

    /// Why a skill cannot be used now; `None` where it can.
    pub(crate) fn why_not(
        &self,
        names: &Names,
        state: &State<W, O>,
        player: Player,
        index: usize,
    ) -> Option<String> {
        let who = &names.fighters[player.index()];
        let skill = &self.rules.fighter(player).skills[index];
        if self.can_use(state, player, skill) {
            return None;
        }
        let name = &who.skills[index].name;
        if let Some(reason) = self.why_not_free(state, skill, name) {
            return Some(reason);
        }
        let hp = self.rules.fighter(player).hp;
        let mut cost = self.cost_of(state, player, index).into_iter();
        let short = cost.find(|&(slot, amount)| lacks(state.number(slot), amount, slot == hp));
        let Some((slot, amount)) = short else {
            return Some(format!("{name} finds nothing that could be used"));
        };
        let number = who.numbers.iter().find(|(_, other)| *other == slot);
        let number = number.map_or("", |(number, _)| number.as_str());
        Some(format!("{name} costs {amount} {number}, and {} has {}", who.name, state.number(slot)))
    }

    /// Why a skill is not ready, whatever it costs.
    fn why_not_free(&self, state: &State<W, O>, skill: &Skill, name: &str) -> Option<String> {
        let turns = |turns: u32| format!("{turns} more turn{}", if turns == 1 { "" } else { "s" });
        if let Some(effect) = skill.alone {
            let effect = &self.rules.effects[effect];
            let left = state.bits(effect.timer);
            if left > 0 {
                let left =
                    if effect.counts { format!(" for {}", turns(left)) } else { String::new() };
                return Some(format!("{name} is active{left}"));
            }
        }
        let limits = skill.limits.as_deref()?;
        if let Some((cooldown, _)) = limits.cooldown {
            match state.bits(cooldown) {
                0 => {}
                1 => return Some(format!("{name} is ready again in the next turn")),
                left => return Some(format!("{name} is not ready for {}", turns(left - 1))),
            }
        }
        if limits.uses.is_some_and(|uses| state.bits(uses) == 0) {
            return Some(format!("{name} is used up"));
        }
        let unmet = limits.when.as_ref().is_some_and(|when| !when.is_met(state));
        unmet.then(|| format!("{name} cannot be used now: what it asks for does not hold"))
    }

    /// What whoever is to choose can and cannot do: the player, and for each of their skills the
    /// reason against it. `None` where nobody chooses.
    pub fn options(
        &self,
        names: &Names,
        state: &State<W, O>,
    ) -> Option<(Player, Vec<Option<String>>)> {
        let Status::Chooses(player) = state.status() else { return None };
        let skills = 0..self.rules.fighter(player).skills.len();
        Some((player, skills.map(|skill| self.why_not(names, state, player, skill)).collect()))
    }

    /// What the moves would cost player 1, legal or not. Those that were never tried are taken to
    /// be made in turn.
    fn listed_cost(&self, names: &Names, keys: &[char], choosers: &[Player]) -> u64 {
        let mut next = self.rules.first;
        let mut cost = 0;
        for (index, &key) in keys.iter().enumerate() {
            let player = choosers.get(index).copied().unwrap_or(next);
            let player = if self.is_listed(player) { player } else { player.other() };
            next = player.other();
            if player == Player::One
                && let Some(skill) = find_key(names, player, key)
            {
                let skill = &self.rules.fighter(player).skills[skill];
                cost += self.price_of(&self.opening().clone(), skill);
            }
        }
        cost
    }

    /// A line of play as people write it: the keys, and the names of the moves.
    pub fn spell(&self, names: &Names, line: &[Move]) -> (String, Vec<String>) {
        let mut state = self.start();
        let (mut keys, mut words) = (String::new(), Vec::new());
        for &mv in line {
            if let (Status::Chooses(player), Some(index)) = (state.status(), mv.skill())
                && self.is_listed(player)
            {
                let skill = &names.fighters[player.index()].skills[index];
                keys.push(skill.key);
                words.push(skill.name.clone());
            }
            state = self.play(&state, mv);
        }
        (keys, words)
    }
}

/// The keys of a line of moves.
fn keys(moves: &str) -> impl Iterator<Item = char> {
    moves.chars().filter(|letter| is_key(*letter))
}

/// Is this character of a line of moves a key? Spaces and commas are not.
pub fn is_key(letter: char) -> bool {
    !letter.is_whitespace() && letter != ','
}

/// The skill with that key; in either case where that is unambiguous.
fn find_key(names: &Names, player: Player, key: char) -> Option<usize> {
    let skills = &names.fighters[player.index()].skills;
    let exact = skills.iter().position(|skill| skill.key == key);
    exact.or_else(|| {
        let alike = |skill: &crate::SkillNames| skill.key.eq_ignore_ascii_case(&key);
        let place = skills.iter().position(alike)?;
        (skills.iter().filter(|skill| alike(skill)).count() == 1).then_some(place)
    })
}
