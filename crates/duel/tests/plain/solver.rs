//! Plain solvers of small fights.
