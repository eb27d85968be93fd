//! The arguments as typed: one struct for each command, shared groups flattened into them.
//!
//! Nothing is interpreted here beyond numbers and choices of words; `source.rs` and `hand/` make
//! sources of them. The command line is fixed: options are added, never changed.

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use outplay::{By, Expectation, Want};

use super::size::size;

/// Write down a turn-based fight; Outplay plays it out and proves the best play.
#[derive(Parser)]
#[command(version, max_term_width = 100)]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub(super) command: Command,
}

#[derive(Subcommand)]
pub(super) enum Command {
    /// The games that ship
    Games(Games),
    /// A game's fighters, skills, effects and modes, as tables
    Show(Show),
    /// Is this rules file right? All problems, with line and column
    Check(Check),
    /// Write a commented rules file to start from
    New(New),
    /// The best play, proved
    Solve(Solve),
    /// Play these moves, turn by turn
    Replay(Replay),
    /// Play it in the terminal, against any style or somebody else; or watch two styles
    Play(Play),
    /// All searches side by side: value, states, time
    Compare(Compare),
    /// Random hands and decks
    Deal(Deal),
    /// Many games, and who wins them
    Match(Match),
    /// Everyone against everyone: under perfect play, or by style
    Tournament(Tournament),
    /// One exact answer for each value of a number, or of up to four
    Sweep(Sweep),
    /// The smallest change of the rules that gives what is wanted, proved
    Tune(Tune),
    /// Everything a designer asks, on one page
    Report(Report),
    /// The JSON Schema of the rules files
    Schema,
    /// A script with which a shell completes commands, options and games
    Completions(Completions),
    /// The web page: play, solve and look at the games in a browser
    #[cfg(feature = "web")]
    Serve(Serve),
}

impl Command {
    /// The format args for, where there is one.
    pub(super) fn format(&self) -> Format {
        match self {
            Self::Games(args) => args.format,
            Self::Show(args) => args.format,
            Self::Check(args) => args.format,
            Self::Solve(args) => args.format,
            Self::Replay(args) => args.format,
            Self::Compare(args) => args.format.errors(),
            Self::Deal(args) => args.format,
            Self::Match(args) => args.format.errors(),
            Self::Tournament(args) => args.format.errors(),
            Self::Sweep(args) => args.format.errors(),
            Self::Tune(args) => args.format,
            Self::Report(args) => match args.format {
                ReportFormat::Json => Format::Json,
                ReportFormat::Html => Format::Text,
            },
            Self::New(_) | Self::Play(_) | Self::Schema | Self::Completions(_) => Format::Text,
            #[cfg(feature = "web")]
            Self::Serve(_) => Format::Text,
        }
    }

    /// The memory that it may take, where that is said.
    pub(super) fn max_memory(&self) -> Option<u64> {
        match self {
            Self::Solve(args) => args.limits.max_memory,
            Self::Compare(args) => args.limits.max_memory,
            Self::Match(args) => args.job.limits.max_memory,
            Self::Tournament(args) => args.job.limits.max_memory,
            Self::Sweep(args) => args.job.limits.max_memory,
            Self::Tune(args) => args.job.limits.max_memory,
            Self::Report(args) => args.job.limits.max_memory,
            Self::Replay(args) => args.max_memory,
            Self::Play(args) => args.max_memory,
            _ => None,
        }
    }

    /// The game it is about, where it is about one.
    pub(super) fn game(&self) -> Option<&str> {
        match self {
            Self::Show(args) => Some(&args.game.name),
            Self::Check(args) => Some(&args.file),
            Self::Solve(args) => Some(&args.game.name),
            Self::Replay(args) => Some(&args.game.name),
            Self::Play(args) => Some(&args.game.name),
            Self::Compare(args) => Some(&args.game.name),
            Self::Deal(args) => Some(&args.game),
            Self::Match(args) => Some(&args.game.name),
            Self::Tournament(args) => Some(&args.game.name),
            Self::Sweep(args) => Some(&args.game.name),
            Self::Tune(args) => Some(&args.game.name),
            Self::Report(args) => Some(&args.game.name),
            Self::Games(_) | Self::New(_) | Self::Schema | Self::Completions(_) => None,
            #[cfg(feature = "web")]
            Self::Serve(_) => None,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// For people
    Text,
    /// For programs
    Json,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum TableFormat {
    /// For people
    Text,
    /// For programs
    Json,
    /// For spreadsheets
    Csv,
}

impl TableFormat {
    /// How to say what is wrong.
    fn errors(self) -> Format {
        if self == Self::Json { Format::Json } else { Format::Text }
    }
}

/// A search by its name, each with what it does.
fn searches() -> impl TypedValueParser<Value = By> {
    let names = By::ALL.map(|by| PossibleValue::new(by.name()).help(by.about()));
    PossibleValuesParser::new(names).try_map(|name| name.parse::<By>())
}

/// Where the cards of a hand come from.
#[derive(Args)]
#[command(next_help_heading = "For a hand")]
pub(super) struct Cards {
    /// A card: `Snatch,cost=0,pitch=1,attack=4,go_again=0`; repeatable
    #[arg(long, value_name = "CARD")]
    pub(super) card: Vec<String>,
    /// Cards by name, from the card list: "Snatch (red); Wounding Blow (blue)"
    #[arg(long, value_name = "NAMES")]
    pub(super) hand: Option<String>,
    /// The card list: tab-separated, with Name, Color, Pitch, Cost, Power and Card Keywords
    #[arg(long, value_name = "FILE")]
    pub(super) card_list: Option<PathBuf>,
}

#[derive(Args)]
pub(super) struct Games {
    /// How to print the answer
    #[arg(long, value_enum, default_value = "text")]
    pub(super) format: Format,
}

/// Which game, and from where.
#[derive(Args)]
pub(super) struct Game {
    /// A game that ships (see `outplay games`) or the path of a rules file (foo finds foo.toml)
    #[arg(id = "game", value_name = "GAME")]
    pub(super) name: String,
    /// A named variation from the rules file
    #[arg(long, value_name = "NAME")]
    pub(super) mode: Option<String>,
    /// Change a number or a word of the rules, for example boss.hp=71; repeatable
    #[arg(long, value_name = "PATH=VALUE")]
    pub(super) set: Vec<String>,
    /// The fighter of player 1, or their deck; where games are played, also how: vampire:minimax
    #[arg(long, value_name = "FIGHTER[:STYLE]")]
    pub(super) p1: Option<String>,
    /// The fighter of player 2, or their deck
    #[arg(long, value_name = "FIGHTER[:STYLE]")]
    pub(super) p2: Option<String>,
    /// Whose turn it is: alternate, queue or restricted-queue; the first letter will do
    #[arg(long, value_name = "ORDER")]
    pub(super) order: Option<String>,
    /// Another goal than that of the rules: winner-hp, or what to win with the least of, as in mana
    #[arg(long, value_name = "WORD")]
    pub(super) goal: Option<String>,
    /// The puzzle's own text (- for standard input)
    #[arg(long, value_name = "FILE")]
    pub(super) input: Option<PathBuf>,
}

#[derive(Args, Clone)]
#[expect(clippy::struct_field_names, reason = "they are called as they are typed")]
pub(super) struct Limits {
    /// Stop with what is known before the program takes more memory than this: 500MB, 2GB, 1.5GiB [default: half of the machine's, no more than is free]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(super) max_memory: Option<u64>,
    /// Stop with what is known after keeping so many states (one with a long queue counts as several) [default: none; 10000000 for compare, a hand, and searches that keep no states]
    #[arg(long, value_name = "N")]
    pub(super) max_states: Option<u64>,
    /// Stop with what is known after so many seconds
    #[arg(long, value_name = "S", value_parser = seconds)]
    pub(super) max_seconds: Option<f64>,
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds.is_finite() && seconds >= 0.0 => Ok(seconds),
        _ => Err("expected a number of seconds, for example 2.5".to_owned()),
    }
}

#[derive(Args)]
pub(super) struct Show {
    #[command(flatten)]
    pub(super) game: Game,
    /// How to print the answer
    #[arg(long, value_enum, default_value = "text")]
    pub(super) format: Format,
}

#[derive(Args)]
pub(super) struct Check {
    /// The rules file (or the name of a game that ships)
    pub(super) file: String,
    /// How to print the answer
    #[arg(long, value_enum, default_value = "text")]
    pub(super) format: Format,
}

#[derive(Args)]
pub(super) struct New {
    /// The name of the fight; the file is called NAME.toml
    pub(super) name: String,
    /// Start from the rules of a game that ships, as in arena
    #[arg(long, value_name = "GAME")]
    pub(super) from: Option<String>,
}

#[derive(Args)]
pub(super) struct Solve {
    #[command(flatten)]
    pub(super) game: Game,
    /// Start from the position after these moves
    #[arg(long, value_name = "MOVES")]
    pub(super) after: Option<String>,
    /// A budget: is there a win within it?
    #[arg(long, value_name = "N")]
    pub(super) at_most: Option<u64>,
    /// List every optimal line
    #[arg(long)]
    pub(super) all: bool,
    /// Which search [default: astar for the least cost, alphabeta for two sides, exact for a hand]
    #[arg(long, value_parser = searches())]
    pub(super) by: Option<By>,
    /// With --by mcts: how many playouts [default: 100000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) playouts: Option<u64>,
    /// With --by mcts: what the playouts start from [default: 1]
    #[arg(long, value_name = "S")]
    pub(super) seed: Option<u64>,
    /// Exit with status 4 unless the answer is this: win, no-win, draw, value<=900, value>0, "value in 1..3"
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(super) expect: Option<Expectation>,
    /// At each turn, what every other move was worth
    #[arg(long)]
    pub(super) explain: bool,
    /// How to print the answer
    #[arg(long, value_enum, default_value = "text")]
    pub(super) format: Format,
    #[command(flatten)]
    pub(super) limits: Limits,
    #[command(flatten)]
    pub(super) cards: Cards,
    /// A deck list, one `3x Name (color)` a line: play every hand of it
    #[arg(long, value_name = "FILE", help_heading = "For a hand")]
    pub(super) deck: Option<PathBuf>,
    /// A hand: how many cards are drawn from the deck [default: 4]. Two sides: the picture of the
    /// game tree to write, with values, the best line, and what alpha-beta cuts off
    #[arg(long, value_name = "N|FILE.svg|FILE.dot")]
    pub(super) draw: Option<String>,
    /// Draw the distribution as an SVG file
    #[arg(long, value_name = "FILE", help_heading = "For a hand")]
    pub(super) plot: Option<PathBuf>,
}

#[derive(Args)]
pub(super) struct Replay {
    #[command(flatten)]
    pub(super) game: Game,
    /// The moves: of a fight by their keys, as in 34230000; of a hand "pitch B, play A"; none for combat
    #[arg(long, value_name = "TEXT")]
    pub(super) moves: Option<String>,
    /// Exit with status 4 unless the answer is this: win, no-win, draw, value<=900, value>0, "value in 1..3"
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(super) expect: Option<Expectation>,
    /// Combat: tell at most so many rounds of all games [default: 10000]
    #[arg(long, value_name = "N")]
    pub(super) max_rounds: Option<u64>,
    /// Start from the position after these moves
    #[arg(long, value_name = "MOVES")]
    pub(super) after: Option<String>,
    /// A budget: the move that would spend more is refused
    #[arg(long, value_name = "N")]
    pub(super) at_most: Option<u64>,
    /// How to print the answer
    #[arg(long, value_enum, default_value = "text")]
    pub(super) format: Format,
    /// Two sides: look at so many states to weigh the moves [default: 1000000; 0: do not]
    #[arg(long, value_name = "N")]
    pub(super) max_states: Option<u64>,
    /// Stop before the program takes more memory than this: 500MB, 2GB, 1.5GiB [default: half of the machine's, no more than is free]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(super) max_memory: Option<u64>,
    #[command(flatten)]
    pub(super) cards: Cards,
}

#[derive(Args)]
pub(super) struct Play {
    #[command(flatten)]
    pub(super) game: Game,
    /// Start from the position after these moves
    #[arg(long, value_name = "MOVES")]
    pub(super) after: Option<String>,
    /// What random players start from, and what is dealt where no cards are given
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(super) seed: u64,
    /// Prompts, line by line, instead of the full screen
    #[arg(long)]
    pub(super) plain: bool,
    /// A search for a move or a hint keeps at most so many states [default: 10000000]
    #[arg(long, value_name = "N")]
    pub(super) max_states: Option<u64>,
    /// A search for a move or a hint takes at most so many seconds [default: 10]
    #[arg(long, value_name = "S", value_parser = seconds)]
    pub(super) max_seconds: Option<f64>,
    /// A search stops before the program takes more memory than this: 500MB, 2GB, 1.5GiB [default: half of the machine's, no more than is free]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(super) max_memory: Option<u64>,
    #[command(flatten)]
    pub(super) cards: Cards,
}

#[derive(Args)]
pub(super) struct Compare {
    #[command(flatten)]
    pub(super) game: Game,
    /// Start from the position after these moves
    #[arg(long, value_name = "MOVES")]
    pub(super) after: Option<String>,
    /// How to print the answer
    #[arg(long, value_enum, default_value = "text")]
    pub(super) format: TableFormat,
    #[command(flatten)]
    pub(super) limits: Limits,
    /// Hand sizes, both ends included [default: 1..9]
    #[arg(long, value_name = "A..B", value_parser = sizes, help_heading = "For a hand")]
    pub(super) sizes: Option<(usize, usize)>,
    /// How many hands of each size [default: 10]
    #[arg(long, value_name = "N", help_heading = "For a hand")]
    pub(super) repeat: Option<u32>,
    /// The seed of the first hand [default: 1]
    #[arg(long, value_name = "S", help_heading = "For a hand")]
    pub(super) seed: Option<u64>,
    /// Ranges for the cards: YAML such as `cost: {min: 0, max: 8}`
    #[arg(long, value_name = "FILE", help_heading = "For a hand")]
    pub(super) config: Option<PathBuf>,
    /// Draw the times as an SVG file
    #[arg(long, value_name = "FILE", help_heading = "For a hand")]
    pub(super) plot: Option<PathBuf>,
}

fn sizes(text: &str) -> Result<(usize, usize), String> {
    let read = |text: &str| text.trim().parse::<usize>().ok().filter(|&size| size <= 1000);
    let (from, to) = text.split_once("..").unwrap_or((text, text));
    match (read(from), read(to)) {
        (Some(from), Some(to)) if from <= to => Ok((from, to)),
        _ => Err("expected sizes up to 1000, for example 1..9".to_owned()),
    }
}

#[derive(Args)]
pub(super) struct Deal {
    /// What to deal for: hand or combat
    pub(super) game: String,
    /// How many cards; for combat, of both players together
    #[arg(long, value_name = "N")]
    pub(super) cards: Option<u32>,
    /// The same seed deals the same cards
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(super) seed: u64,
    /// Combat: which deal of the seed [default: 1]
    #[arg(long, value_name = "K")]
    pub(super) number: Option<u64>,
    /// Hand: ranges for the cards, YAML such as `cost: {min: 0, max: 8}`
    #[arg(long, value_name = "FILE")]
    pub(super) config: Option<PathBuf>,
    /// How to print the answer
    #[arg(long, value_enum, default_value = "text")]
    pub(super) format: Format,
}

#[derive(Args)]
pub(super) struct Match {
    #[command(flatten)]
    pub(super) game: Game,
    /// Start from the position after these moves
    #[arg(long, value_name = "MOVES")]
    pub(super) after: Option<String>,
    /// Combat: how many cards, of both players together
    #[arg(long, value_name = "N")]
    pub(super) cards: Option<u32>,
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 1000,
          value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub(super) games: u64,
    /// What the shuffles and the random moves start from
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(super) seed: u64,
    /// How to print the answer
    #[arg(long, value_enum, default_value = "text")]
    pub(super) format: TableFormat,
    #[command(flatten)]
    pub(super) job: Job,
}

#[derive(Args)]
pub(super) struct Tournament {
    #[command(flatten)]
    pub(super) game: Game,
    /// Who takes part, by name or short name, as in mage,rogue [default: everyone]
    #[arg(long, value_name = "NAMES")]
    pub(super) fighters: Option<String>,
    /// Every fighter plays with each of these, as in random,greedy,minimax [default: perfect play]
    #[arg(long, value_name = "STYLES")]
    pub(super) styles: Option<String>,
    /// With --styles: how many games a meeting [default: 200]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub(super) games: Option<u64>,
    /// With --styles: what the random moves start from [default: 1]
    #[arg(long, value_name = "S")]
    pub(super) seed: Option<u64>,
    /// How to print the answer
    #[arg(long, value_enum, default_value = "text")]
    pub(super) format: TableFormat,
    #[command(flatten)]
    pub(super) job: Job,
}

/// How a job of many cells is run.
#[derive(Args, Clone)]
pub(super) struct Job {
    /// Keep every finished cell in this file (an `SQLite` database), and do only what is missing from it
    #[arg(long, value_name = "FILE.sqlite")]
    pub(super) store: Option<PathBuf>,
    /// Give up on a single cell after so many seconds, and go on with the others
    #[arg(long, value_name = "S", value_parser = seconds)]
    pub(super) cell_seconds: Option<f64>,
    /// Have the cells done on the Dask cluster at this address, as in `tcp://scheduler:8786` (with `python -m
    /// outplay`, the same program from Python)
    #[arg(long, value_name = "ADDRESS")]
    pub(super) dask: Option<String>,
    #[command(flatten)]
    pub(super) limits: Limits,
}

#[derive(Args)]
pub(super) struct Sweep {
    #[command(flatten)]
    pub(super) game: Game,
    /// What takes which values: boss.hp=10..100, boss.hp=10..100:5, archer.accuracy=0.5..0.9:0.1, turns.order=queue,alternate; also mode, p1, p2 (p1=all: everyone); dealt cards: cards, seed; one to four times
    #[arg(long, value_name = "PATH=A..B[:STEP]", required = true)]
    pub(super) vary: Vec<String>,
    /// Start from the position after these moves
    #[arg(long, value_name = "MOVES")]
    pub(super) after: Option<String>,
    /// Which cards are dealt where cards vary
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(super) seed: u64,
    /// Write a file instead, by its ending: .csv .json .parquet .svg
    #[arg(long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,
    /// How to print the answer
    #[arg(long, value_enum, default_value = "text")]
    pub(super) format: TableFormat,
    #[command(flatten)]
    pub(super) job: Job,
    #[command(flatten)]
    pub(super) cards: Cards,
}

#[derive(Args)]
pub(super) struct Tune {
    #[command(flatten)]
    pub(super) game: Game,
    /// What is wanted: win, no-win, value<=900, "value in 1000..1100", or balanced (for a roster: the largest advantage of any pair made least); repeatable, then all of it
    #[arg(long, value_name = "TEXT", required = true, allow_hyphen_values = true)]
    pub(super) want: Vec<Want>,
    /// A number that may change, and between what: boss.hp=40..70, "*.hp=80..120" for everyone's; repeatable
    #[arg(long, value_name = "PATH=A..B[:STEP]", required = true)]
    pub(super) change: Vec<String>,
    /// How to print the answer
    #[arg(long, value_enum, default_value = "text")]
    pub(super) format: Format,
    #[command(flatten)]
    pub(super) job: Job,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ReportFormat {
    /// A page for people
    Html,
    /// For programs
    Json,
}

#[derive(Args)]
pub(super) struct Report {
    #[command(flatten)]
    pub(super) game: Game,
    /// Write this file, by its ending: .html .json [default: GAME-report.html for a page, standard output for json]
    #[arg(long, value_name = "FILE.html")]
    pub(super) out: Option<PathBuf>,
    /// How many games where the figures of a style can only be sampled
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub(super) games: u64,
    /// The seed of the first of them
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(super) seed: u64,
    /// What to make
    #[arg(long, value_enum, default_value = "html")]
    pub(super) format: ReportFormat,
    #[command(flatten)]
    pub(super) job: Job,
}

#[derive(Args)]
pub(super) struct Completions {
    /// Which shell
    #[arg(value_enum)]
    pub(super) shell: clap_complete::Shell,
}

#[cfg(feature = "web")]
#[derive(Args)]
pub(super) struct Serve {
    /// Rules files to serve beside the games that ship; foo finds foo.toml
    #[arg(value_name = "FILE")]
    pub(super) files: Vec<String>,
    /// The port to listen on; 0 takes any that is free
    #[arg(long, value_name = "P", default_value_t = 7878)]
    pub(super) port: u16,
    /// The address to listen on; anything but the default lets other machines in
    #[arg(long, value_name = "H", default_value = "127.0.0.1")]
    pub(super) host: std::net::IpAddr,
    /// Searches stop before the program takes more memory than this: 500MB, 2GB, 1.5GiB [default: 900MB, or half of the machine's where that is less]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(super) max_memory: Option<u64>,
    /// A website whose pages may ask this one, by its origin, or * for all; others may only link to it
    #[arg(long, value_name = "ORIGIN")]
    pub(super) allow_origin: Vec<String>,
}
