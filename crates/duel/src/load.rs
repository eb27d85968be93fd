//! From a rules file to a fight: parse, lay the mode over it, apply the input and the overrides,
//! check, compile. Problems of every stage come out together.

use std::sync::Arc;

use outplay_game::Player;
use outplay_text::set::{self, Change};
use outplay_text::{
    Code, Node, Problem, Problems, Severity, SourceId, Sources, Span, Table, Value, parse,
};

use crate::compile::{self, MOST_WORDS, compile};
use crate::format::{FORMAT, SHORTCUTS};
use crate::game::Duel;
use crate::input;
use crate::order::{Alternate, Order, OrderKind, Queue, RestrictedQueue};
use crate::plan::Plan;
use crate::rules::{Names, Rules, Terms};
use crate::spec::{Spec, Word};
use crate::switch;

/// The name of the rules as they stand, without any mode.
pub const NORMAL: &str = "normal";

/// The name that stands for every mode.
pub const ALL: &str = "all";

/// How many modes a file may have.
const MOST_MODES: usize = 100;

/// With more fighters than this, not every pair of them is looked at.
const MANY_FIGHTERS: usize = 12;

/// What to make of a rules file.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// A named variation of the file.
    pub mode: Option<String>,
    /// The fighters of the two sides, by name.
    pub sides: [Option<SourceId>; 2],
    /// The turn order, by name.
    pub order: Option<SourceId>,
    /// What it is fought for, instead of what the file says.
    pub goal: Option<SourceId>,
    /// The puzzle's own text.
    pub input: Option<SourceId>,
    /// `PATH=VALUE`, in order.
    pub set: Vec<SourceId>,
}

/// A rules file that has been read.
#[derive(Clone, Debug)]
pub struct RulesFile {
    root: Table,
    source: SourceId,
}

/// A fight that is ready to be played.
#[derive(Clone, Debug)]
pub struct Fight {
    /// The rules as typed, overrides included.
    pub spec: Spec,
    /// What things are called.
    pub names: Names,
    /// What it is fought for, and whose turn comes next.
    pub terms: Terms,
    pub(crate) rules: Rules,
}

/// Something to do with a fight, whatever the size of its states: the one dynamic step between a
/// request and a search that is compiled for its states.
pub trait Visitor {
    /// What comes of it.
    type Output;
    /// Does it.
    fn visit<const W: usize, O: Order>(self, duel: &Duel<W, O>, fight: &Fight) -> Self::Output;
}

/// Something made of a fight that lasts, whatever the size of its states: the fight is compiled for
/// the searches once and handed over, and what is made of it may hide its size behind a `dyn` trait.
pub trait Builder {
    /// What is made.
    type Output;
    /// Makes it.
    fn build<const W: usize, O: Order>(self, duel: Duel<W, O>, fight: Arc<Fight>) -> Self::Output;
}

impl RulesFile {
    /// Reads a file; syntax errors are reported, and the rest is kept.
    pub fn read(sources: &Sources, source: SourceId, problems: &mut Problems) -> Self {
        Self { root: parse(sources, source, problems), source }
    }

    /// The modes of the file, the plain rules first.
    pub fn modes(&self) -> Vec<String> {
        let named = self.root.table("modes").into_iter().flat_map(Table::keys);
        std::iter::once(NORMAL).chain(named).map(str::to_owned).collect()
    }

    /// What a mode says about itself.
    pub fn about_mode(&self, mode: &str) -> Option<&str> {
        self.root.table("modes")?.table(mode)?.get("about")?.as_text()
    }

    /// The fight with these options, unless there are errors. What is merely suspicious is reported
    /// for the rules as they stand: a mode may well leave something out.
    pub fn fight(
        &self,
        sources: &Sources,
        options: &Options,
        problems: &mut Problems,
    ) -> Option<Fight> {
        let mut found = Problems::default();
        let fight = self.assemble(sources, options, &mut found);
        let plain = options.mode.as_deref().is_none_or(|mode| mode == NORMAL);
        // That nobody has a skill which was taken from everyone need not be said.
        let changes = options.set.iter();
        let changes = changes.filter_map(|&id| Change::parse(&sources.get(id).text, id).ok());
        let taken: Vec<Span> =
            changes.filter_map(|change| switch::taken_by(&self.root, &change)).collect();
        let is_told = |problem: &Problem| {
            problem.severity == Severity::Error
                || plain
                    && !(problem.code == Code::Unused
                        && problem.span.is_some_and(|span| taken.contains(&span)))
        };
        problems.absorb(found, is_told);
        fight.filter(|_| !problems.has_errors())
    }

    fn assemble(
        &self,
        sources: &Sources,
        options: &Options,
        problems: &mut Problems,
    ) -> Option<Fight> {
        let spec = self.spec(sources, options, problems);
        let (rules, names) = compile(&spec, problems)?;
        Some(Fight { spec, names, terms: rules.terms.clone(), rules })
    }

    /// The rules as typed, with the mode, the input and the overrides.
    fn spec(&self, sources: &Sources, options: &Options, problems: &mut Problems) -> Spec {
        Spec::read(&self.laid_over(sources, options, problems))
    }

    /// Every number of the rules that a change can name, with the mode, the input and the overrides.
    pub fn numbers(&self, sources: &Sources, options: &Options) -> Vec<set::Numbered> {
        let root = self.laid_over(sources, options, &mut Problems::default());
        let mut numbers = set::numbers(&root, &FORMAT, &SHORTCUTS);
        numbers.retain(|number| !["modes", "input"].contains(&number.full[0].as_str()));
        numbers
    }

    /// The file's tree with the mode, the input and the overrides.
    fn laid_over(&self, sources: &Sources, options: &Options, problems: &mut Problems) -> Table {
        let mut root = self.root.clone();
        for entry in self.root.table("modes").into_iter().flat_map(Table::iter) {
            if [NORMAL, ALL].contains(&entry.key.as_str()) {
                let message = format!("`{}` cannot be the name of a mode", entry.key);
                problems.push(Problem::error(Code::ReservedName, entry.key_span, message).help(
                    format!("`{NORMAL}` is the file without a mode, and `{ALL}` is every mode"),
                ));
            }
        }
        let span = Span::all(self.source, &sources.get(self.source).text);
        // The file by itself first: changes must not hide or repeat its problems.
        outplay_text::check(&root, &FORMAT, top(span), problems);
        if let Some(mode) = options.mode.as_deref().filter(|&mode| mode != NORMAL) {
            self.lay_over(&mut root, mode, problems);
        }
        if let Some(source) = options.input {
            self.apply_input(&mut root, sources, source, problems);
        }
        let [one, two] = options.sides;
        for (path, source) in [("sides.p1", one), ("sides.p2", two), ("turns.order", options.order)]
        {
            let Some(source) = source else { continue };
            let name = &sources.get(source).text;
            let span = Span::all(source, name);
            let value = Node { value: Value::Text(name.clone()), span };
            let change = Change { path: path.to_owned(), path_span: span, value };
            apply(&mut root, &change, problems);
        }
        if let Some(source) = options.goal {
            fight_for(&mut root, sources, source, problems);
        }
        for &source in &options.set {
            match Change::parse(&sources.get(source).text, source) {
                Ok(change) if change.path.starts_with("modes.") => problems.push(
                    Problem::error(
                        Code::Unsupported,
                        change.path_span,
                        "a mode cannot be changed from outside",
                    )
                    .help("choose the mode itself, and set what it changes"),
                ),
                Ok(change) => match switch::apply(&mut root, &change) {
                    Some(Ok(())) => {}
                    Some(Err(problem)) => problems.push(problem),
                    None => apply(&mut root, &change, problems),
                },
                Err(problem) => problems.push(problem),
            }
        }
        outplay_text::check(&root, &FORMAT, top(span), problems);
        root
    }

    /// All problems of the file, in every mode.
    pub fn check(&self, sources: &Sources, problems: &mut Problems) {
        if self.modes().len() > MOST_MODES {
            let message = format!("{} modes are too many", self.modes().len());
            problems.push(
                Problem::error(Code::TooMany, None, message).help(format!("at most {MOST_MODES}")),
            );
            return;
        }
        for mode in self.modes() {
            let plain = mode == NORMAL;
            let options = Options { mode: Some(mode), ..Options::default() };
            self.fight(sources, &options, problems);
            let mut found = Problems::default();
            check_pairs(&self.spec(sources, &options, &mut found), &mut found);
            problems.absorb(found, |problem| plain || problem.severity == Severity::Error);
        }
        let mut root = self.root.clone();
        for entry in self.root.table("input").into_iter().flat_map(Table::iter) {
            let Some(path) = entry.node.as_text() else { continue };
            let span = entry.node.span;
            let value = Node { value: Value::Integer(1), span };
            apply(&mut root, &Change { path: path.to_owned(), path_span: span, value }, problems);
        }
    }

    fn lay_over(&self, root: &mut Table, mode: &str, problems: &mut Problems) {
        let modes = self.root.table("modes");
        let Some(over) = modes.and_then(|modes| modes.table(mode)) else {
            let known = self.modes();
            problems.push(
                Problem::error(Code::UnknownMode, None, format!("no mode is called `{mode}`"))
                    .one_of(mode, known.iter().map(String::as_str)),
            );
            return;
        };
        let mut over = over.clone();
        over.remove("about");
        over.remove("modes");
        // A fight has one goal: that of the mode takes the place of the file's.
        if let Some(goal) = over.table("goal")
            && let Some(Node { value: Value::Table(own), .. }) = root.get_mut("goal")
        {
            for (given, other) in [("least", "most"), ("most", "least")] {
                if goal.get(given).is_some() && goal.get(other).is_none() {
                    own.remove(other);
                }
            }
        }
        root.overlay(&over, &FORMAT);
    }

    fn apply_input(
        &self,
        root: &mut Table,
        sources: &Sources,
        source: SourceId,
        problems: &mut Problems,
    ) {
        let Some(labels) = self.root.table("input") else {
            problems.push(Problem::error(Code::NoInput, None, "these rules take no input").help(
                "a table `[input]` in the rules file maps labels to numbers, as in \
                     `\"Hit Points\" = \"boss.hp\"`",
            ));
            return;
        };
        for change in input::read(sources, source, labels, problems) {
            apply(root, &change, problems);
        }
    }
}

/// Where the file names no sides, anyone may meet anyone: looks at each pair (of a long list, at
/// each fighter against the next).
fn check_pairs(spec: &Spec, problems: &mut Problems) {
    let Spec { sides, fighters, .. } = spec;
    if sides.iter().any(|side| !side.is_empty()) {
        return;
    }
    if spec.size > 1 {
        // Everyone once, with those who come next.
        for first in 0..fighters.len() {
            let team = |from: usize| -> Vec<Word> {
                let next = fighters.iter().cycle().skip(from).take(spec.size.min(fighters.len()));
                next.map(|fighter| fighter.id.clone()).collect()
            };
            let sides = [team(first), team(first + spec.size)];
            compile(&Spec { sides, ..spec.clone() }, problems);
        }
        return;
    }
    let many = fighters.len() > MANY_FIGHTERS;
    for (index, one) in fighters.iter().enumerate() {
        let next = fighters.iter().skip(index + 1).chain(fighters).take(1);
        let others: Vec<_> = if many { next.collect() } else { fighters.iter().collect() };
        for other in others {
            let sides = [vec![one.id.clone()], vec![other.id.clone()]];
            let mut found = Problems::default();
            compile(&Spec { sides, ..spec.clone() }, &mut found);
            // Not everyone has what the goal counts: they do not stand on that side.
            problems.absorb(found, |problem| problem.code != Code::NoPool);
        }
    }
}

/// Where to point for what is missing from the file as a whole: its beginning.
fn top(span: Span) -> Span {
    Span { end: span.start, ..span }
}

/// What both sides may want the most of; of anything else player 1 wants the least.
const MOST_OF: [&str; 3] = ["winner-hp", "damage", "win"];

/// Puts another goal in the place of the file's; whatever else its table says stays.
fn fight_for(root: &mut Table, sources: &Sources, source: SourceId, problems: &mut Problems) {
    let word = sources.get(source).text.trim();
    let span = Span::all(source, &sources.get(source).text);
    let most = MOST_OF.contains(&word);
    let (path, other) = if most { ("goal.most", "least") } else { ("goal.least", "most") };
    // What a win costs is asked for together with its chance.
    if let Some(Node { value: Value::Table(goal), .. }) = root.get_mut("goal")
        && word != "win"
    {
        goal.remove(other);
    }
    let value = Node { value: Value::Text(word.to_owned()), span };
    apply(root, &Change { path: path.to_owned(), path_span: span, value }, problems);
}

fn apply(root: &mut Table, change: &Change, problems: &mut Problems) {
    if let Err(problem) = set::apply(root, &FORMAT, &SHORTCUTS, change) {
        problems.push(problem);
    }
}

impl Fight {
    /// Is it more than a duel without dice?
    pub fn needs_dice(&self) -> bool {
        self.rules.needs_dice()
    }

    /// A decision tree of the file as a way to play one side; `name` is where the tree is named,
    /// and `text` its name.
    pub fn plan(
        &self,
        player: Player,
        name: Span,
        text: &str,
        problems: &mut Problems,
    ) -> Option<Plan> {
        let word = Word { text: text.to_owned(), span: name };
        compile::plan(&self.spec, player, &word, problems)
    }

    /// Does something with the fight, compiled for the smallest states that hold it. Whoever asks
    /// the same fight again and again has it compiled once, with [`Self::build`].
    pub fn visit<V: Visitor>(&self, visitor: V) -> V::Output {
        self.hand_to(Lent { visitor, fight: self })
    }

    /// Does something with the fight under a turn order of one's own.
    pub fn visit_with<O: Order, V: Visitor>(&self, visitor: V) -> V::Output {
        self.hand_to_with::<O, _>(Lent { visitor, fight: self })
    }

    /// Makes something that lasts of the fight, compiled for the smallest states that hold it.
    pub fn build<B: Builder>(self: Arc<Self>, builder: B) -> B::Output {
        Arc::clone(&self).hand_to(Given { builder, fight: self })
    }

    /// Makes something that lasts of the fight under a turn order of one's own.
    pub fn build_with<O: Order, B: Builder>(self: Arc<Self>, builder: B) -> B::Output {
        Arc::clone(&self).hand_to_with::<O, _>(Given { builder, fight: self })
    }

    /// Makes something that lasts of the fight in the largest states, whatever it needs: for what is
    /// done by hand, and need not be compiled for every size.
    pub(crate) fn build_large<B: Builder>(self: Arc<Self>, builder: B) -> B::Output {
        let taker = Given { builder, fight: Arc::clone(&self) };
        match self.terms.order {
            OrderKind::Alternate | OrderKind::Speed => {
                taker.take(self.duel::<MOST_WORDS, Alternate>())
            }
            OrderKind::Queue => taker.take(self.duel::<MOST_WORDS, Queue>()),
            OrderKind::RestrictedQueue => taker.take(self.duel::<MOST_WORDS, RestrictedQueue>()),
        }
    }

    /// The one place that chooses the size of the states.
    fn hand_to<T: Taker>(&self, taker: T) -> T::Output {
        match (self.terms.order, self.rules.words) {
            (OrderKind::Alternate | OrderKind::Speed, words) => match words {
                ..=4 => taker.take(self.duel::<4, Alternate>()),
                5..=8 => taker.take(self.duel::<8, Alternate>()),
                _ => taker.take(self.duel::<MOST_WORDS, Alternate>()),
            },
            (OrderKind::Queue, _) => self.hand_to_with::<Queue, T>(taker),
            (OrderKind::RestrictedQueue, _) => self.hand_to_with::<RestrictedQueue, T>(taker),
        }
    }

    fn hand_to_with<O: Order, T: Taker>(&self, taker: T) -> T::Output {
        match self.rules.words {
            ..=6 => taker.take(self.duel::<6, O>()),
            _ => taker.take(self.duel::<MOST_WORDS, O>()),
        }
    }

    fn duel<const W: usize, O: Order>(&self) -> Duel<W, O> {
        Duel::new(self.rules.clone())
    }
}

/// Whoever takes a compiled fight: to look at it, or for good.
trait Taker {
    type Output;
    fn take<const W: usize, O: Order>(self, duel: Duel<W, O>) -> Self::Output;
}

struct Lent<'f, V> {
    visitor: V,
    fight: &'f Fight,
}

impl<V: Visitor> Taker for Lent<'_, V> {
    type Output = V::Output;

    fn take<const W: usize, O: Order>(self, duel: Duel<W, O>) -> V::Output {
        self.visitor.visit(&duel, self.fight)
    }
}

struct Given<B> {
    builder: B,
    fight: Arc<Fight>,
}

impl<B: Builder> Taker for Given<B> {
    type Output = B::Output;

    fn take<const W: usize, O: Order>(self, duel: Duel<W, O>) -> B::Output {
        self.builder.build(duel, self.fight)
    }
}
