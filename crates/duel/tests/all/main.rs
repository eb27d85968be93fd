//! Every test of fights from outside, as one program: each search is compiled once for all of them.

mod arena;
mod battle;
mod broken_chance;
mod broken_files;
mod lockstep;
mod meanings;
mod merits;
mod nearest;
mod orders;
mod phrases;
mod plain;
mod plain_solver;
mod plain_words;
mod random_arena;
mod random_rules;
mod regressions;
mod rpglite;
mod scripted;
mod six_fights;
mod strikers;
mod team_meanings;
mod teams;
mod unnoticed;
mod without;
mod wizard;
