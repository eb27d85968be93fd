//! From arguments to a request.

use outplay::Request;
use outplay::duel::ALL;

use super::args::{Fight, Limits};
use super::{Progress, Wrong, files, listen_for_interrupts};

/// The request that the arguments describe.
pub(super) fn request(fight: &Fight, after: Option<&str>) -> Result<Request, Wrong> {
    let mut request = files::game(&fight.game)?;
    request.mode.clone_from(&fight.mode);
    request.sides = [fight.p1.clone(), fight.p2.clone()];
    if let Some(path) = &fight.input {
        request.input = Some((files::name(path), files::text(path)?));
    }
    if let Some(order) = &fight.order {
        request.set.push(("--order".to_owned(), format!("turns.order={order}")));
    }
    request.set.extend(fight.set.iter().map(|set| ("--set".to_owned(), set.clone())));
    request.after = after.map(str::to_owned);
    Ok(request)
}

/// One request for each mode that was asked for; several for `--mode all`.
pub(super) fn each_mode(request: &Request) -> Vec<Request> {
    if request.mode.as_deref() != Some(ALL) {
        return vec![request.clone()];
    }
    request.modes().into_iter().map(|mode| request.clone().mode(mode)).collect()
}

/// Does work under the limits that were asked for, with a spinner on a terminal.
pub(super) fn limited<T>(limits: &Limits, work: impl FnOnce(outplay::Limits) -> T) -> T {
    let progress = Progress::new();
    let tell = |states| progress.tell(states);
    work(outplay::Limits {
        max_states: limits.max_states.unwrap_or(outplay::Limits::default().max_states),
        max_seconds: limits.max_seconds,
        interrupt: Some(listen_for_interrupts()),
        on_progress: Some(&tell),
    })
}
