//! How a fight goes for people: a ladder of styles, from random to perfect, each against the fight's best
//! reply, as plain data.
//!
//! Where few enough positions can come up the figures are exact and nothing is played; else so many games are
//! sampled. The answer depends on the seed and on nothing else.

use std::time::Instant;

use outplay_game::{Budget, Player, Stop};
use outplay_text::{Code, Problem};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::cells::{question, rules_name};
use crate::table::Games;
use crate::{
    ExactPlay, Failure, Goal, Lapses, Outcome, Run, Setting, Solver, StyleName, Table, Text,
};

/// How to climb a ladder.
#[derive(Clone, Debug)]
pub struct LadderOptions {
    /// So many games are played on a rung that cannot be known exactly.
    pub games: u64,
    /// The seed of the first; each next game has the next seed.
    pub seed: u64,
    /// From the position after these moves.
    pub after: Option<Text>,
    /// Where both sides choose: also player 2 by each of the styles, against a perfect player 1.
    pub mirror: bool,
}

impl Default for LadderOptions {
    fn default() -> Self {
        Self { games: 2000, seed: 1, after: None, mirror: true }
    }
}

/// How a fight goes for styles that are not perfect.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct LadderAnswer {
    /// The game.
    pub game: String,
    /// What it is called.
    pub title: String,
    /// Who meets whom, and how.
    #[serde(flatten)]
    pub setting: Setting,
    /// What it is played for: `{"least": "mana"}`, `{"most": "winner-hp"}`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goal: Option<Goal>,
    /// What a price is counted in, where the goal is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// Does player 2 choose? Then they play perfectly in `rungs`; else they do what the rules say.
    pub contested: bool,
    /// Player 1 by each style in turn.
    pub rungs: Vec<Rung>,
    /// Player 2 by each style in turn, against a perfect player 1; empty where one of them does not choose,
    /// or it was not asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mirror: Vec<Rung>,
    /// Time that took.
    pub seconds: f64,
}

/// One style against the fight.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Rung {
    /// The side that it plays: 1 or 2.
    pub side: u8,
    /// The style, as `match` takes it.
    pub style: String,
    /// How its figures were got.
    pub how: How,
    /// How the games end; none where a limit stopped it before the first was over.
    pub ends: Option<Ends>,
    /// What player 1 spends in a game that they win, on average; none where the goal is no price, or
    /// they never won.
    pub price: Option<f64>,
    /// Actions of either side in a game, on average: exact over games that end, sampled over all.
    pub length: Option<f64>,
    /// What a game is worth to player 1 on average: the winner's hp, a win. None where the goal is a
    /// price, and of exact figures where dice fall.
    pub margin: Option<f64>,
    /// What the side gives away and where most of it; none where it is perfect or that is not known.
    pub loses: Option<Lapses>,
    /// Why it is not known where the games are lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_out: Option<String>,
    /// What stopped it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stop>,
}

/// How figures were got.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum How {
    /// From every position that can come up.
    Exact {
        /// How many they are.
        positions: u64,
        /// Every chance may be larger by this at most.
        missing: f64,
    },
    /// From so many games.
    Sampled {
        /// How many were played.
        games: u64,
        /// The seed of the first.
        seed: u64,
        /// The 95 % confidence of the share that player 1 wins: so much either way.
        within: f64,
    },
}

/// How likely each end is. Exact ones are proved from below: together they lack `missing` of 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ends {
    /// Player 1 wins.
    pub p1_wins: f64,
    /// Player 2 wins.
    pub p2_wins: f64,
    /// Nobody does.
    pub ties: f64,
    /// It goes on for ever, or was cut because it went on for too long.
    pub unfinished: f64,
}

impl Table {
    /// A ladder of styles against the fight: player 1 by each of them in turn, player 2 perfect; and
    /// the other way round where both choose. Without styles the usual ones: random, greedy, a look ahead of 1, 2
    /// and 4, noise of 0.5 down to 0.05, minimax, and each decision tree that the fighter can use.
    ///
    /// # Errors
    /// What is wrong with the question; a game that is not played by styles.
    ///
    /// ```
    /// use outplay::{Budget, How, LadderOptions, Source, StyleName};
    /// let wizard = Source::game("wizard").set("boss.hp=21").open().unwrap();
    /// let styles = [StyleName::Random, StyleName::Minimax];
    /// let answer = wizard.ladder(&styles, &LadderOptions::default(), &Budget::default()).unwrap();
    /// let [random, perfect] = &answer.rungs[..] else { panic!("one for each style") };
    /// assert!(matches!(random.how, How::Exact { .. }));
    /// assert!(random.ends.unwrap().p1_wins < perfect.ends.unwrap().p1_wins);
    /// assert_eq!((perfect.price, answer.unit.as_deref()), (Some(279.0), Some("mana")));
    /// ```
    pub fn ladder(
        &self,
        styles: &[StyleName],
        options: &LadderOptions,
        budget: &Budget,
    ) -> Result<LadderAnswer, Failure> {
        self.ladder_kept(styles, options, &Run::within(budget))
    }

    /// The same as a job: every rung is a cell that a store keeps.
    ///
    /// # Errors
    /// The same; a store that cannot be used.
    pub fn ladder_kept(
        &self,
        styles: &[StyleName],
        options: &LadderOptions,
        how: &Run<'_>,
    ) -> Result<LadderAnswer, Failure> {
        let begin = Instant::now();
        let about = self.about();
        let styles =
            if styles.is_empty() { self.usual_ladder(Player::One) } else { styles.to_vec() };
        crate::matches::refuse_manual(&styles)?;
        for style in &styles {
            self.check_styles(&[style.clone(), StyleName::Minimax])?;
        }
        let chooses = |player: Player| about.side(player).chooses;
        if !chooses(Player::One) {
            let message =
                format!("{}: player 1 has no choice, and no style to choose by", about.title);
            return Err(Failure::plain(Problem::error(Code::NotHere, None, message)));
        }
        let mut solver = self.solver();
        let rules = rules_name(self.source());
        let mut climb = |styles: &[StyleName], side: Player| {
            let mut rungs = Vec::new();
            for (done, style) in styles.iter().enumerate() {
                // One that thinks for long does not take the time of the others; the first finds out most of what
                // all of them need.
                #[expect(clippy::cast_precision_loss, reason = "a handful of styles")]
                let part = (1.0 / (styles.len() - done) as f64).max(0.4);
                let how = Run { budget: how.budget.share_of_time(part), ..*how };
                let asked = || {
                    let after = options.after.as_ref().map(|after| after.text.as_str());
                    let more = json!({
                        "side": side.number(), "style": style.to_string(), "after": after,
                        "games": options.games, "seed": options.seed,
                    });
                    question("rung", &rules, &self.source().options, more)
                };
                let finished = |rung: &Rung| rung.stopped.is_none();
                let rung = how.kept(asked, finished, || {
                    rung(&mut solver, style, side, options, &how.cell_budget())
                })?;
                rungs.push(rung);
            }
            Ok::<_, Failure>(rungs)
        };
        let rungs = climb(&styles, Player::One)?;
        let contested = chooses(Player::Two);
        let mirror = if contested && options.mirror {
            // Decision trees are a fighter's own.
            let tree = |style: &StyleName| matches!(style, StyleName::Tree(_));
            let mut other: Vec<_> = styles.iter().filter(|style| !tree(style)).cloned().collect();
            let trees = self.usual_ladder(Player::Two);
            other.extend(trees.into_iter().filter(|style| tree(style) && styles.iter().any(tree)));
            climb(&other, Player::Two)?
        } else {
            Vec::new()
        };
        let price = matches!(about.objective, outplay_game::Objective::LeastCost(_));
        Ok(LadderAnswer {
            game: about.game.clone(),
            title: about.title.clone(),
            setting: about.setting(),
            goal: about.goal(),
            unit: price.then(|| about.unit().to_owned()),
            contested,
            rungs,
            mirror,
            seconds: begin.elapsed().as_secs_f64(),
        })
    }

    /// The usual styles of a ladder, for a side.
    fn usual_ladder(&self, side: Player) -> Vec<StyleName> {
        const USUAL: [&str; 10] = [
            "random",
            "greedy",
            "look=1",
            "look=2",
            "look=4",
            "noisy=0.5",
            "noisy=0.2",
            "noisy=0.1",
            "noisy=0.05",
            "minimax",
        ];
        // Four moves ahead with all the dice between them takes longer than perfect play.
        let quick = |name: &&&str| !self.about().rolls || **name != "look=4";
        let mut styles: Vec<StyleName> =
            USUAL.iter().filter(quick).filter_map(|name| name.parse().ok()).collect();
        let trees = self.fight().map(|fight| &fight.spec.trees[..]).unwrap_or_default();
        for (name, _) in trees {
            let tree = StyleName::Tree(name.text.clone());
            if self.check_styles(&seats(&tree, side)).is_ok() {
                styles.push(tree);
            }
        }
        styles
    }
}

/// A style on one side, and perfect play on the other.
fn seats(style: &StyleName, side: Player) -> [StyleName; 2] {
    match side {
        Player::One => [style.clone(), StyleName::Minimax],
        Player::Two => [StyleName::Minimax, style.clone()],
    }
}

fn rung(
    solver: &mut Solver,
    style: &StyleName,
    side: Player,
    options: &LadderOptions,
    budget: &Budget,
) -> Result<Rung, Failure> {
    let nothing = Text::new("after", "");
    let after = options.after.as_ref().unwrap_or(&nothing);
    let styles = seats(style, side);
    let games = Games { after, styles: &styles, count: options.games, seed: options.seed };
    let mut rung = Rung {
        side: side.number(),
        style: style.to_string(),
        how: How::Sampled { games: 0, seed: options.seed, within: 0.0 },
        ends: None,
        price: None,
        length: None,
        margin: None,
        loses: None,
        left_out: None,
        stopped: None,
    };
    if let Some(study) = solver.study(&games, false, budget)? {
        let mut lapses = study.lapses.into_iter().filter(|lapses| lapses.side == side.number());
        rung.loses = lapses.next();
        rung.margin = study.worth.map(|worth| worth.value);
        return Ok(rung.with_figures(&study.figures));
    }
    match solver.play_games(&games, budget) {
        Ok(outcome) => Ok(rung.with_outcome(&outcome)),
        Err(Failure { stopped: Some(stop), .. }) => {
            rung.stopped = Some(stop);
            Ok(rung)
        }
        Err(failure) => Err(failure),
    }
}

impl Rung {
    fn with_figures(mut self, figures: &ExactPlay) -> Self {
        self.how = How::Exact { positions: figures.positions, missing: figures.missing };
        self.ends = Some(Ends {
            p1_wins: figures.p1_wins.lower,
            p2_wins: figures.p2_wins.lower,
            ties: figures.ties.lower,
            unfinished: figures.for_ever.lower,
        });
        self.price = figures.price.map(|price| price.value);
        self.length = figures.length.map(|length| length.value);
        self
    }

    fn with_outcome(mut self, outcome: &Outcome) -> Self {
        let games = outcome.games;
        self.stopped = outcome.stopped;
        self.left_out = Some("too many positions can come up to weigh them all".to_owned());
        #[expect(clippy::cast_precision_loss, reason = "shares are for people")]
        let share = |count: u64| count as f64 / games.max(1) as f64;
        let won = share(outcome.p1_wins);
        #[expect(clippy::cast_precision_loss, reason = "shares are for people")]
        let within = 1.96 * (won * (1.0 - won) / games.max(1) as f64).sqrt();
        self.how = How::Sampled { games, seed: outcome.seed, within };
        self.ends = (games > 0).then(|| Ends {
            p1_wins: won,
            p2_wins: share(outcome.p2_wins),
            ties: share(outcome.ties),
            unfinished: share(outcome.cut),
        });
        self.price = outcome.price.as_ref().and_then(|price| price.mean_of_wins);
        self.length = outcome.mean_length;
        self.margin = outcome.mean_margin.filter(|_| outcome.price.is_none());
        self
    }
}
