use crate::rules::Rules; use crate::state::State;
#[derive(Clone,Debug)] pub(crate) struct Bound;
impl Bound { pub(crate) fn none()->Self{Self} pub(crate) fn new<const W:usize>(_:&Rules,_:&State<W>)->Self{Self}
 pub(crate) fn at_least<const W:usize>(&self,_:&State<W>)->Option<u64>{Some(0)} }
