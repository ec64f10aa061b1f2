//! Ctrl-C and SIGTERM: the step is finished, or given up where it takes long, and the file written; a second
//! one ends the program at once.

use drystone::solve::solver::Expired;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What has been asked for since the program began to listen.
pub(crate) struct Interrupt {
    signals: Vec<(Arc<AtomicBool>, u8)>,
}

/// A limit on the size of files (`ulimit -f`) makes writes fail, as a full disk does, instead of ending the
/// program where it stands.
pub(crate) fn outlive_limits() {
    #[cfg(unix)]
    {
        let unused = Arc::new(AtomicBool::new(false));
        // Where that is impossible the signal ends the program as ever.
        let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, unused);
    }
}

impl Interrupt {
    /// Listens from now on. Where that is impossible signals end the program as ever.
    pub(crate) fn listen() -> Self {
        let mut signals = Vec::new();
        #[cfg(unix)]
        for (signal, status) in [
            (signal_hook::consts::SIGINT, 130u8),
            (signal_hook::consts::SIGTERM, 143),
        ] {
            let asked = Arc::new(AtomicBool::new(false));
            // The order counts: the first signal finds the flag down and goes on to raise it.
            let end =
                signal_hook::flag::register_conditional_shutdown(signal, i32::from(status), asked.clone());
            if end.is_ok() && signal_hook::flag::register(signal, asked.clone()).is_ok() {
                signals.push((asked, status));
            }
        }
        Interrupt { signals }
    }

    /// Whether a signal has come, for those who work long.
    pub(crate) fn expired(&self) -> Expired {
        let flags: Vec<Arc<AtomicBool>> = self.signals.iter().map(|(asked, _)| asked.clone()).collect();
        Arc::new(move || flags.iter().any(|asked| asked.load(Ordering::Relaxed)))
    }

    /// The exit status that a signal asks for.
    pub(crate) fn status(&self) -> Option<u8> {
        let mut raised = self
            .signals
            .iter()
            .filter(|(asked, _)| asked.load(Ordering::Relaxed));
        raised.next().map(|(_, status)| *status)
    }
}
