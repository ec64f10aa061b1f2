//! Problems that fall apart, solved apart.
//!
//! ```text
//! W = diag(W₁, W₂, …) after a permutation:   u_k = W_k r_k + b_k   for every island k
//! ```
//! Contacts that share no body do not feel each other (Anitescu, Potra, Stewart 1999, §2.4): each connected
//! part of W is a problem of its own, solved to the tolerance by itself, in parallel where more than one
//! thread is given. A part's answer depends on the part alone: the bits are the same for any number of
//! threads. A problem in one piece, or almost, and W given by its factors go to the method as they are.

use crate::delassus::{BlockMatrix, Delassus};
use crate::policy::tolerances::{MOST, ONE_PIECE};
use crate::problem::ContactProblem;
use crate::solver::{Condensing, Solver, SolverReport, Stop};

/// Solves the connected parts of a problem one by one.
pub struct Islands {
    pool: Option<rayon::ThreadPool>,
    workers: Vec<Worker>,
    parent: Vec<usize>,
    /// Blocks in the order of their parts, and where each part begins.
    blocks: Vec<usize>,
    part_ptr: Vec<usize>,
    part_of: Vec<usize>,
    /// Number of each block within its part.
    place: Vec<usize>,
}

/// One thread's method and the parts it was given.
struct Worker {
    solver: Box<dyn Solver>,
    problem: ContactProblem,
    parts: Vec<usize>,
    /// Answers of its parts, one after the other.
    answers: Vec<f64>,
    report: Option<SolverReport>,
    r: Vec<f64>,
    coupled: Vec<bool>,
    /// A part has no answer near while what holds by a guess does.
    let_go: bool,
    load: usize,
}

impl Worker {
    fn new(solver: Box<dyn Solver>) -> Self {
        Worker {
            solver,
            problem: ContactProblem {
                delassus: Delassus::Explicit(BlockMatrix::default()),
                free_velocity: Vec::new(),
                laws: Vec::new(),
            },
            parts: Vec::new(),
            answers: Vec::new(),
            report: None,
            r: Vec::new(),
            coupled: Vec::new(),
            let_go: false,
            load: 0,
        }
    }
}

impl Islands {
    /// With a maker of methods, for this many threads; 0 and 1 mean the caller's own. `None` where the maker
    /// makes none.
    pub fn new(threads: usize, make: &dyn Fn() -> Option<Box<dyn Solver>>) -> Option<Self> {
        let pool = || rayon::ThreadPoolBuilder::new().num_threads(threads).build().ok();
        let workers = (0..threads.max(1)).map(|_| make().map(Worker::new));
        Some(Islands {
            workers: workers.collect::<Option<_>>()?,
            pool: if threads > 1 { pool() } else { None },
            parent: Vec::new(),
            blocks: Vec::new(),
            part_ptr: Vec::new(),
            part_of: Vec::new(),
            place: Vec::new(),
        })
    }

    /// Number of parts of the last problem that was looked at.
    pub fn count(&self) -> usize {
        self.part_ptr.len().saturating_sub(1)
    }

    /// Connected parts, each numbered by its first block.
    fn find_parts(&mut self, w: &BlockMatrix) {
        let count = w.num_blocks();
        self.parent.clear();
        self.parent.extend(0..count);
        for i in 0..count {
            for &j in &w.col[w.row_ptr[i]..w.row_ptr[i + 1]] {
                if j < i {
                    join(&mut self.parent, i, j);
                }
            }
        }
        self.part_of.clear();
        self.part_of.resize(count, usize::MAX);
        self.part_ptr.clear();
        self.part_ptr.push(0);
        for i in 0..count {
            let root = root(&mut self.parent, i);
            if root == i {
                self.part_of[i] = self.part_ptr.len() - 1;
                self.part_ptr.push(0);
            } else {
                self.part_of[i] = self.part_of[root];
            }
            self.part_ptr[self.part_of[i] + 1] += 1;
        }
        for k in 1..self.part_ptr.len() {
            self.part_ptr[k] += self.part_ptr[k - 1];
        }
        self.blocks.clear();
        self.blocks.resize(count, 0);
        self.place.clear();
        self.place.resize(self.part_ptr.len(), 0);
        let mut filled = std::mem::take(&mut self.place);
        for (i, &part) in self.part_of.iter().enumerate() {
            self.blocks[self.part_ptr[part] + filled[part]] = i;
            filled[part] += 1;
        }
        filled.clear();
        filled.resize(count, 0);
        for part in self.part_ptr.windows(2) {
            for (k, &block) in self.blocks[part[0]..part[1]].iter().enumerate() {
                filled[block] = k;
            }
        }
        self.place = filled;
    }

    /// Gives every part to the worker with the least to do, the largest first.
    fn share_out(&mut self) {
        for worker in &mut self.workers {
            worker.parts.clear();
            worker.load = 0;
        }
        let mut order = std::mem::take(&mut self.parent);
        order.clear();
        order.extend(0..self.part_ptr.len() - 1);
        let size = |part: usize| self.part_ptr[part + 1] - self.part_ptr[part];
        order.sort_by_key(|&part| (std::cmp::Reverse(size(part)), part));
        for &part in &order {
            if let Some(worker) = self.workers.iter_mut().min_by_key(|worker| worker.load) {
                worker.parts.push(part);
                worker.load += size(part);
            }
        }
        self.parent = order;
    }
}

/// Root of the set of `i`; shortens the way there.
pub fn root(parent: &mut [usize], mut i: usize) -> usize {
    while parent[i] != i {
        parent[i] = parent[parent[i]];
        i = parent[i];
    }
    i
}

/// Joins the sets of `i` and `j`. The smaller number becomes the root, so that a root is the first of its
/// part.
pub fn join(parent: &mut [usize], i: usize, j: usize) {
    let (a, b) = (root(parent, i), root(parent, j));
    if a != b {
        parent[a.max(b)] = a.min(b);
    }
}

/// Which way of solving is asked for.
type Call = fn(&mut dyn Solver, &ContactProblem, &mut [f64], Condensing<'_>) -> Option<SolverReport>;

/// What all workers look at.
struct Whole<'a> {
    problem: &'a ContactProblem,
    w: &'a BlockMatrix,
    r: &'a [f64],
    how: Condensing<'a>,
    blocks: &'a [usize],
    part_ptr: &'a [usize],
    place: &'a [usize],
}

impl Worker {
    /// Solves its parts by `method`, each from the guess in `whole.r`.
    fn run(&mut self, whole: &Whole, method: Call) {
        self.answers.clear();
        self.report = None;
        self.let_go = false;
        for k in 0..self.parts.len() {
            let part = self.parts[k];
            let blocks = &whole.blocks[whole.part_ptr[part]..whole.part_ptr[part + 1]];
            self.extract(whole, blocks);
            self.coupled.clear();
            let coupled = blocks.iter().filter_map(|block| whole.how.coupled.get(*block));
            self.coupled.extend(coupled);
            let how = Condensing {
                coupled: &self.coupled,
                ..whole.how
            };
            let Some(report) = method(&mut *self.solver, &self.problem, &mut self.r, how) else {
                self.let_go = true;
                return;
            };
            self.report = Some(self.report.map_or(report, |sum| both(&sum, &report)));
            self.answers.extend_from_slice(&self.r);
        }
    }

    /// The problem of one part, and its guess.
    fn extract(&mut self, whole: &Whole, blocks: &[usize]) {
        let (problem, w) = (&mut self.problem, whole.w);
        self.r.clear();
        problem.laws.clear();
        problem.free_velocity.clear();
        let Delassus::Explicit(out) = &mut problem.delassus else {
            return;
        };
        out.clear();
        for &i in blocks {
            let rows = w.offsets[i]..w.offsets[i + 1];
            problem.laws.push(whole.problem.laws[i]);
            problem
                .free_velocity
                .extend_from_slice(&whole.problem.free_velocity[rows.clone()]);
            self.r.extend_from_slice(&whole.r[rows]);
            out.offsets.push(self.r.len());
            for k in w.row_ptr[i]..w.row_ptr[i + 1] {
                if k == w.diagonal[i] {
                    out.diagonal.push(out.col.len());
                }
                out.col.push(whole.place[w.col[k]]);
                out.start.push(out.values.len());
                out.values.extend_from_slice(w.block(k));
            }
            out.row_ptr.push(out.col.len());
        }
    }
}

/// The report of two parts: iterations of the longer, the stop that is not convergence if there is one, and
/// of two that are not the one that will not do. A part without solution leaves the whole without one.
fn both(a: &SolverReport, b: &SolverReport) -> SolverReport {
    let longer = if b.iterations > a.iterations { b } else { a };
    SolverReport {
        iterations: longer.iterations,
        method: longer.method,
        stop: match (a.stop, b.stop) {
            (Stop::Converged, second) | (_, second @ Stop::Infeasible) => second,
            (Stop::Enough, second) if second != Stop::Converged => second,
            (first, _) => first,
        },
    }
}

/// The report where there is nothing to solve.
const NOTHING: SolverReport = SolverReport {
    iterations: 0,
    stop: Stop::Converged,
    method: "none",
};

impl Solver for Islands {
    fn solve(&mut self, problem: &ContactProblem, r: &mut [f64]) -> SolverReport {
        let method: Call = |solver, problem, r, _| Some(solver.solve(problem, r));
        self.solve_parts(problem, r, Condensing::default(), method)
            .unwrap_or(NOTHING)
    }

    fn try_solve(&mut self, problem: &ContactProblem, r: &mut [f64]) -> SolverReport {
        let method: Call = |solver, problem, r, _| Some(solver.try_solve(problem, r));
        self.solve_parts(problem, r, Condensing::default(), method)
            .unwrap_or(NOTHING)
    }

    fn wants_joints_eliminated(&self) -> bool {
        self.workers[0].solver.wants_joints_eliminated()
    }

    fn solve_condensed(
        &mut self,
        problem: &ContactProblem,
        r: &mut [f64],
        how: Condensing<'_>,
    ) -> Option<SolverReport> {
        self.solve_parts(problem, r, how, |solver, problem, r, how| {
            solver.solve_condensed(problem, r, how)
        })
    }
}

impl Islands {
    fn solve_parts(
        &mut self,
        problem: &ContactProblem,
        r: &mut [f64],
        how: Condensing<'_>,
        method: Call,
    ) -> Option<SolverReport> {
        let whole = match &problem.delassus {
            Delassus::Explicit(w) if w.num_blocks() > 1 => {
                self.find_parts(w);
                let largest = self.part_ptr.windows(2).map(|part| part[1] - part[0]).max();
                // Most of it in one piece: not worth a copy.
                let whole = largest
                    .is_some_and(|largest| largest > ONE_PIECE && MOST.1 * largest > MOST.0 * w.num_blocks());
                (self.count() > 1 && !whole).then_some(w)
            }
            _ => None,
        };
        let Some(w) = whole else {
            return method(&mut *self.workers[0].solver, problem, r, how);
        };
        self.share_out();
        let whole = Whole {
            problem,
            w,
            r,
            how,
            blocks: &self.blocks,
            part_ptr: &self.part_ptr,
            place: &self.place,
        };
        match &self.pool {
            Some(pool) => pool.in_place_scope(|scope| {
                for worker in &mut self.workers {
                    let whole = &whole;
                    scope.spawn(move |_| worker.run(whole, method));
                }
            }),
            None => self
                .workers
                .iter_mut()
                .for_each(|worker| worker.run(&whole, method)),
        }
        if self.workers.iter().any(|worker| worker.let_go) {
            return None;
        }
        let mut report: Option<SolverReport> = None;
        for worker in &self.workers {
            let mut at = 0;
            for &part in &worker.parts {
                for &i in &self.blocks[self.part_ptr[part]..self.part_ptr[part + 1]] {
                    let rows = w.offsets[i]..w.offsets[i + 1];
                    let size = rows.len();
                    r[rows].copy_from_slice(&worker.answers[at..at + size]);
                    at += size;
                }
            }
            report = match (report, worker.report) {
                (Some(a), Some(b)) => Some(both(&a, &b)),
                (a, b) => a.or(b),
            };
        }
        Some(report.unwrap_or(NOTHING))
    }
}
