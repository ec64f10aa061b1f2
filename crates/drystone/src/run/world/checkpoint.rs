//! What a world's reports must keep for a run to go on: sums of pairs, the worst contact, turns of joints.

use super::{NOTHING, Pair, PairStep, Who, World, Worst};
use drystone_dynamics::StepError;
use drystone_dynamics::checkpoint::Arrays;
use drystone_dynamics::simulation::Observed;
use drystone_dynamics::step::StepCertificate;

/// Reals and counts of a pair.
const REALS: usize = 9;
const COUNTS: usize = 5;

impl World {
    pub(crate) fn to_arrays(&self, impulses: &[f64], out: &mut Arrays) {
        let (mut reals, mut counts) = (Vec::new(), vec![self.pairs.count]);
        for pair in &self.pairs.list {
            reals.extend(pair.impulse);
            reals.push(pair.normal);
            reals.extend(pair.last.impulse);
            reals.extend([pair.last.normal, pair.last.gap]);
            counts.extend(pair.groups.map(|g| g as u64));
            counts.extend([
                pair.last.count,
                pair.last.contacts as u64,
                u64::from(pair.last.impact),
            ]);
        }
        out.put("pairs", &reals);
        out.put_counts("pair_counts", counts);
        out.put("world_dt", &[self.dt]);
        out.put("last_constraint_impulses", impulses);
        if let Some(worst) = &self.worst {
            let clause = clause_names().position(|c| c.0 == worst.clause).unwrap_or(0);
            out.put("worst", &[worst.time, worst.defect]);
            out.put_counts(
                "worst_counts",
                [worst.bodies[0], worst.bodies[1], clause].map(|n| n as u64),
            );
        }
    }

    pub(crate) fn resume(
        &mut self,
        from: &Arrays,
        who: &Who,
        (system, state, _): Observed<'_>,
    ) -> Result<(), StepError> {
        let wrong = |name| StepError::Unsaved { name };
        let (reals, counts) = (from.reals("pairs")?, from.counts("pair_counts")?);
        let Some((count, counts)) = counts.split_first() else {
            return Err(wrong("pair_counts"));
        };
        let pairs = counts.len() / COUNTS;
        let groups_exist = |c: &[u64]| c[..2].iter().all(|g| *g < who.groups.len() as u64);
        let fits = reals.len() == pairs * REALS && counts.len() == pairs * COUNTS;
        if !fits || !counts.chunks_exact(COUNTS).all(groups_exist) {
            return Err(wrong("pairs"));
        }
        self.pairs.count = *count;
        for (r, c) in reals.chunks_exact(REALS).zip(counts.chunks_exact(COUNTS)) {
            let groups = [index(c[0]), index(c[1])];
            let place = self.pairs.place(groups, who);
            let last = PairStep {
                count: c[2],
                impulse: [r[4], r[5], r[6]],
                normal: r[7],
                gap: r[8],
                contacts: index(c[3]),
                impact: c[4] != 0,
            };
            let pair = &mut self.pairs.list[place];
            *pair = Pair {
                name: super::name(who, groups),
                groups,
                impulse: [r[0], r[1], r[2]],
                normal: r[3],
                last: if c[2] == 0 { NOTHING } else { last },
            };
        }
        [self.dt] = from.some_reals("world_dt")?;
        if from.0.contains_key("worst") {
            let ([time, defect], [a, b, clause]) =
                (from.some_reals("worst")?, from.some_counts("worst_counts")?);
            let clause = clause_names().nth(index(clause)).ok_or(wrong("worst"))?;
            let bodies = [index(a), index(b)];
            if bodies.iter().any(|body| *body >= who.bodies.len()) {
                return Err(wrong("worst"));
            }
            self.worst = Some(Worst {
                bodies,
                time,
                clause: clause.0,
                defect,
                unit: clause.1,
            });
        }
        self.look(system, state, from.reals("last_constraint_impulses")?);
        Ok(())
    }
}

fn clause_names() -> impl Iterator<Item = (&'static str, &'static str)> {
    StepCertificate::default()
        .clauses()
        .into_iter()
        .map(|c| (c.0, c.2))
}

fn index(count: u64) -> usize {
    usize::try_from(count).unwrap_or(usize::MAX)
}
