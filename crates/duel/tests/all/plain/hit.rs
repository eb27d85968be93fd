//! Numbers that change, hits, and who falls.

use super::LIMIT;
use super::file::{Change, Part};
use super::formula::divided;
use super::readings;
use super::turn::{Over, Play};

impl Play<'_> {
    pub(super) fn change(&mut self, owner: usize, change: &Change) -> Result<(), Over> {
        let by = self.view().amount(owner, &change.by);
        let side = if change.enemy { 1 - owner } else { owner };
        self.add(side, &change.name, by)
    }

    pub(super) fn add(&mut self, side: usize, name: &str, by: i64) -> Result<(), Over> {
        let number = &self.rules.fighters[side].numbers[name];
        let before = self.state.numbers[side][name];
        let after = (before + by).clamp(0, number.max.unwrap_or(LIMIT));
        self.state.numbers[side].insert(name.to_owned(), after);
        if name == "hp" && before > 0 && after == 0 { self.falls(side) } else { Ok(()) }
    }

    /// Somebody has come to 0 hp.
    fn falls(&mut self, side: usize) -> Result<(), Over> {
        let judged = self.nobody_loses && !readings::DIES_IS_JUDGED_WITH_A_PLACE;
        if self.dying[side] || judged {
            return Ok(());
        }
        self.dying[side] = true;
        let reacted = self.react(side, "dies");
        self.dying[side] = false;
        reacted?;
        let hp = |side: usize| self.state.numbers[side]["hp"];
        if hp(side) > 0 || self.nobody_loses {
            return Ok(());
        }
        Err(Over((hp(1 - side) > 0).then_some(1 - side)))
    }

    pub(super) fn kill(&mut self, side: usize) -> Result<(), Over> {
        let hp = self.state.numbers[side]["hp"];
        self.add(side, "hp", -hp)
    }

    pub(super) fn hit(&mut self, user: usize, part: &Part) -> Result<(), Over> {
        let target = 1 - user;
        let Some(damage) = &part.damage else { return Ok(()) };
        let mut left = self.view().amount(user, damage);
        if !part.pierces {
            left -= self.view().number(target, "armor");
        }
        if let Some(least) = self.rules.least_damage {
            left = left.max(least);
        }
        let resists = &self.rules.fighters[target].resists;
        if let Some(percent) = part.kind.as_ref().and_then(|kind| resists.get(kind)) {
            let percent = self.view().amount(target, percent).min(100);
            left = if readings::RESISTING_ROUNDS_WHAT_IS_LEFT {
                divided(left * (100 - percent), 100)
            } else {
                left - divided(left * percent, 100)
            };
        }
        if left < 0 && readings::HITS_BELOW_0_HEAL {
            return self.add(target, "hp", -left);
        }
        left = left.max(0);
        if let Some(soak) = &self.rules.soak {
            let there = self.state.numbers[target].get_mut(soak).expect("both have it");
            let soaked = left.min(*there);
            *there -= soaked;
            left -= soaked;
        }
        let hp = self.state.numbers[target].get_mut("hp").expect("everyone has hp");
        let lost = left.min(*hp);
        *hp -= lost;
        let falls = lost > 0 && *hp == 0;
        if part.drains {
            self.add(user, "hp", lost)?;
        }
        if falls {
            self.falls(target)?;
        }
        if lost > 0 && self.reacting == 0 {
            self.react(user, "hits")?;
            self.react(target, "hurt")?;
        }
        Ok(())
    }
}
