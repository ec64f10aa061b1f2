//! Time spent: on the wall, and by the processor on this thread.
//!
//! A solve runs on one thread, so on an idle machine the two are equal. On a busy one only the processor's
//! time says what the method costs, and a limit in it gives the same verdicts whatever else runs. Where the
//! system has no clock of a thread (not Unix) both are the wall's.

use std::time::{Duration, Instant};

/// A moment, on both clocks.
#[derive(Clone, Copy)]
pub(crate) struct Start {
    wall: Instant,
    cpu: Option<Duration>,
}

impl Start {
    pub(crate) fn now() -> Self {
        Start {
            cpu: thread_time(),
            wall: Instant::now(),
        }
    }

    /// Seconds on the wall since then.
    pub(crate) fn wall_s(&self) -> f64 {
        self.wall.elapsed().as_secs_f64()
    }

    /// Seconds of the processor on this thread since then; asked on the thread that made the start.
    pub(crate) fn cpu_s(&self) -> f64 {
        match (self.cpu, thread_time()) {
            (Some(then), Some(now)) => now.saturating_sub(then).as_secs_f64(),
            _ => self.wall_s(),
        }
    }

    /// Whether the processor has spent so many seconds. Cheap before: the wall's clock runs at least as fast.
    pub(crate) fn spent(&self, seconds: f64) -> bool {
        self.wall_s() >= seconds && self.cpu_s() >= seconds
    }
}

#[cfg(unix)]
fn thread_time() -> Option<Duration> {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    let seconds = u64::try_from(now.tv_sec).ok()?;
    let nanos = u32::try_from(now.tv_nsec).ok()?;
    Some(Duration::new(seconds, nanos))
}

#[cfg(not(unix))]
fn thread_time() -> Option<Duration> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sleep_costs_no_processor_time_and_work_does() {
        let start = Start::now();
        std::thread::sleep(Duration::from_millis(30));
        assert!(start.wall_s() >= 0.03);
        if start.cpu.is_some() {
            assert!(start.cpu_s() < 0.02, "{}", start.cpu_s());
            assert!(!start.spent(0.02));
        }
        let mut x = 1u64;
        while !start.spent(0.005) {
            x = std::hint::black_box(x.wrapping_mul(3));
        }
        assert!(start.cpu_s() >= 0.005 && start.cpu_s() <= start.wall_s());
    }
}
