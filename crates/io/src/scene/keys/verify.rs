//! The keys of `[[verify]]`: what a scene says about its own results.

use super::Kind::{Bool, Choice, Formula, Overrides, Scalar, Scalars, Tables, Text};
use super::Range::{Any, NonNegative};
use super::{Key, optional, required};

/// The keys of `[[verify]]`.
pub(crate) const VERIFY: &[Key] = &[
    required("id", Text, "",
        "Short name, shown in the table; `drystone verify ID` runs all whose id begins so. The letters it \
         begins with are its class."),
    required("name", Text, "", "What is checked, in a few words."),
    optional("set", Overrides, "{}", "",
        "Overrides for this run, as by `--set`: parameters by name, other keys by dotted path."),
    optional("checks", Tables(CHECK), "", "", "What is compared. Runs with equal overrides are run once."),
    optional("refused", Bool, "false", "",
        "Instead of checks: the scene must be refused, or its run must stop with an error."),
    optional("stopped", Choice(STOPPED), "", "",
        "The run must stop before its end, and for this reason: no impulses exist, a step misses its \
         tolerance, numbers overflow. Checks beside it, with `at` or `take`, see the run up to there."),
];

/// The keys of an entry of `checks`.
pub(crate) const CHECK: &[Key] = &[
    optional("name", Text, "", "", "What is compared, in a few words; the formula itself where absent."),
    required("value", Formula, "", "Formula of what the run knows; see the list of names above."),
    optional("at", Scalar(Any), "", "s", "Time; linear between steps. Where absent: the end of the run."),
    optional("over", Scalars(2), "", "s", "First and last time, for `take`; where absent: the whole run."),
    optional("take", Choice(TAKE), "", "",
        "Of all values in that time, the largest, least, mean, largest size; their mean rate of change in 1/s; or \
         the first time the value is greater than 0."),
    optional("equals", Formula, "", "", "Expected value."),
    optional("at_most", Formula, "", "", "Largest value allowed."),
    optional("at_least", Formula, "", "", "Least value allowed."),
    optional("tolerance", Scalar(NonNegative), "", "", "Largest error allowed, in the unit of the value."),
    optional("relative", Scalar(NonNegative), "", "",
        "Largest error allowed as a share of the expected value; with `tolerance`, the two are added."),
];

/// What stops a run, as in `stopped.kind` of the summary.
pub(crate) const STOPPED: &[&str] = &["infeasible", "refused", "not-finite"];

pub(crate) const TAKE: &[&str] = &["max", "min", "mean", "max_abs", "rate", "first_time"];
