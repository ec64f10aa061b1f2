//! Events inside a step, and the effort of schemes that choose their own steps.

/// What happened at an instant inside a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// A gap closed at a finite velocity.
    Impact,
    /// A contact stopped pressing.
    Detachment,
    /// A contact that was closed began to press.
    Closing,
    /// Stick ended.
    SlipBegins,
    /// Slip ended.
    StickBegins,
    /// Slip went over into slip another way.
    SlipTurns,
    /// Infinitely many impacts ended here: the contact is closed from now on.
    Accumulation,
    /// No finite force: an impact without collision (Painlevé).
    Jump,
}

impl EventKind {
    /// As written in tables.
    pub fn name(self) -> &'static str {
        match self {
            EventKind::Impact => "impact",
            EventKind::Detachment => "detachment",
            EventKind::Closing => "closing",
            EventKind::SlipBegins => "slip begins",
            EventKind::StickBegins => "stick begins",
            EventKind::SlipTurns => "slip turns",
            EventKind::Accumulation => "accumulation",
            EventKind::Jump => "jump",
        }
    }
}

/// An instant inside a step at which a contact changed what it does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Event {
    /// When, in s.
    pub time: f64,
    /// What.
    pub kind: EventKind,
    /// Which contact.
    pub contact: u64,
}

/// What schemes that choose their own steps did inside one.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Effort {
    /// Steps of the integrator between events, and those it had to try again.
    pub smooth_steps: usize,
    /// Tries that missed the tolerance.
    pub rejected: usize,
    /// Evaluations of the accelerations.
    pub evaluations: usize,
    /// Steps by time-stepping.
    pub stepping_steps: usize,
    /// Time covered by time-stepping, in s.
    pub stepping_time: f64,
}

impl Effort {
    /// Adds another one.
    pub fn add(&mut self, other: &Effort) {
        self.smooth_steps += other.smooth_steps;
        self.rejected += other.rejected;
        self.evaluations += other.evaluations;
        self.stepping_steps += other.stepping_steps;
        self.stepping_time += other.stepping_time;
    }
}
