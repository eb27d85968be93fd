//! What a depth-first search believes until it knows: claims that lean on each other in circles.
//!
//! Somebody, the *attacker*, wants to force an end; who only wants to prevent that may as well go in
//! circles for ever. So a search that comes back to a state which it has entered and not settled may
//! take it for *held* by the defender, under the condition that it is in the end. Whatever rests on
//! such a condition is a claim. When the state that a claim leans on is held after all, and leans on
//! nothing entered before it, all claims made since it was entered are true together: in none of
//! these states can the attacker leave them for the better. When it is not held, they are void.
//!
//! The bookkeeping is Gabow's for strongly connected components: the claims in the order in which
//! their states were entered, and the *roots*, those that lean on nothing before them as far as is
//! known. Each claim is entered and leaves once, so all of it takes linear time.

/// States entered and not settled, with what is claimed of each.
pub(crate) struct Unsettled<C> {
    entered: Vec<(u32, C)>,
    roots: Vec<u32>,
}

impl<C: Copy> Unsettled<C> {
    pub(crate) fn new() -> Self {
        Self { entered: Vec::new(), roots: Vec::new() }
    }

    /// Enters a state, and says where it is to be found.
    pub(crate) fn enter(&mut self, place: u32, claim: C) -> u32 {
        let index = u32::try_from(self.entered.len()).expect("fewer than 2^32 states");
        self.entered.push((place, claim));
        self.roots.push(index);
        index
    }

    /// What is claimed of the one that was entered there.
    pub(crate) fn claim(&self, index: u32) -> C {
        self.entered[index as usize].1
    }

    /// Something entered since leans on what was entered there.
    pub(crate) fn lean_on(&mut self, index: u32) {
        while self.roots.last().is_some_and(|&root| root > index) {
            self.roots.pop();
        }
    }

    /// Does what was entered there, and all since, lean on nothing before it?
    pub(crate) fn is_root(&self, index: u32) -> bool {
        self.roots.last() == Some(&index)
    }

    /// Takes out the last that was entered there or since.
    pub(crate) fn pop_from(&mut self, index: u32) -> Option<(u32, C)> {
        if self.entered.len() <= index as usize {
            return None;
        }
        let last = self.entered.pop();
        while self.roots.last().is_some_and(|&root| root as usize >= self.entered.len()) {
            self.roots.pop();
        }
        last
    }

    /// Bytes in use.
    pub(crate) fn bytes(&self) -> usize {
        self.entered.capacity() * size_of::<(u32, C)>() + self.roots.capacity() * size_of::<u32>()
    }
}
