//! In which order bodies and rows are eliminated.
//!
//! ```text
//! tree      breadth first from what stands still, else from the heaviest body, along rows of two bodies
//! order     from the leaves: the motions of a body, rows that close a loop at it, rows to its parent
//! ```
//! A row to the parent comes right behind the body: C M⁻¹ Cᵀ of the body and what hangs on it is regular. A
//! row between others has a pivot once the whole loop that it closes is there: behind the last body that
//! their ways to the root share, or at the end of the part where they share none.

use super::Held;

/// No place, no body.
pub(super) const NONE: usize = usize::MAX;

/// A body: degrees of freedom that M couples all with all.
#[derive(Clone, Copy)]
pub(super) struct Node {
    /// First degree of freedom, and how many.
    pub(super) first: usize,
    pub(super) size: usize,
    /// Its block of M.
    pub(super) block: usize,
}

/// The order, and what it was made for.
#[derive(Default)]
pub(super) struct Order {
    /// Columns of every row that holds, each list behind its length; then the bodies that M couples.
    key: Vec<usize>,
    fresh: Vec<usize>,
    pub(super) nodes: Vec<Node>,
    /// Body of each degree of freedom.
    pub(super) node_of: Vec<usize>,
    /// Bodies that M couples, the first before the second in number.
    pub(super) coupled: Vec<[usize; 2]>,
    pub(super) place_of_dof: Vec<usize>,
    /// Of each row that holds.
    pub(super) place_of_row: Vec<usize>,
    /// Whether each place is a row's.
    pub(super) is_row: Vec<bool>,
    /// First place of each front, and the number of places at the end.
    pub(super) fronts: Vec<usize>,
    in_k: Vec<bool>,
    tree: Tree,
}

/// The tree of the bodies.
#[derive(Default)]
struct Tree {
    /// Bodies of each row, compressed.
    bodies: Vec<usize>,
    row_ptr: Vec<usize>,
    /// Neighbours along rows of two bodies, compressed.
    next: Vec<usize>,
    next_ptr: Vec<usize>,
    parent: Vec<usize>,
    depth: Vec<usize>,
    /// Bodies as they were met.
    met: Vec<usize>,
}

impl Order {
    /// Number of places.
    pub(super) fn len(&self) -> usize {
        self.is_row.len()
    }

    /// The order for these rows; whether it is another than the last.
    pub(super) fn find(&mut self, held: Held<'_>) -> bool {
        if self.is_for(held) {
            return false;
        }
        std::mem::swap(&mut self.key, &mut self.fresh);
        self.list_nodes(held);
        self.tree.find(held, (&self.nodes, &self.node_of));
        self.place(held);
        true
    }

    /// Whether it is the order for these rows.
    pub(super) fn is_for(&mut self, held: Held<'_>) -> bool {
        self.list_key(held);
        self.key == self.fresh
    }

    /// What decides the order.
    fn list_key(&mut self, held: Held<'_>) {
        let key = &mut self.fresh;
        key.clear();
        key.push(held.mass.dim());
        for &row in held.rows {
            let col = held.jacobian.row(row).0;
            key.push(col.len());
            key.extend_from_slice(col);
        }
        list_coupled(held, |a, b| key.extend([a, b]));
    }

    /// The bodies of K: those that a row holds, and those that share a block of M.
    fn list_nodes(&mut self, held: Held<'_>) {
        let mass = held.mass;
        self.in_k.clear();
        self.in_k.resize(mass.num_blocks(), false);
        for &row in held.rows {
            for &dof in held.jacobian.row(row).0 {
                self.in_k[mass.block_of[dof]] = true;
            }
        }
        self.nodes.clear();
        self.node_of.clear();
        self.node_of.resize(mass.dim(), NONE);
        for (block, ends) in mass.offsets.windows(2).enumerate() {
            let size = body_size(held, ends[1] - ends[0]);
            if !self.in_k[block] && size == ends[1] - ends[0] {
                continue;
            }
            for first in (ends[0]..ends[1]).step_by(size) {
                self.node_of[first..first + size].fill(self.nodes.len());
                self.nodes.push(Node { first, size, block });
            }
        }
        self.coupled.clear();
        let (coupled, node_of) = (&mut self.coupled, &self.node_of);
        list_coupled(held, |a, b| coupled.push([node_of[a], node_of[b]]));
    }

    /// Places from the leaves to the roots.
    fn place(&mut self, held: Held<'_>) {
        let tree = &self.tree;
        let count = self.nodes.len();
        // Where each row goes: behind a body, first those that close a loop at it; or behind all, by parts.
        let home = |k: usize| {
            let bodies = &tree.bodies[tree.row_ptr[k]..tree.row_ptr[k + 1]];
            match *bodies {
                [] => (count, 0),
                [a] => (a, 1),
                [a, b] if tree.parent[a] == b => (a, 1),
                [a, b] if tree.parent[b] == a => (b, 1),
                [a, ..] => match tree.shared(bodies) {
                    NONE => (count, tree.root(a)),
                    body => (body, 0),
                },
            }
        };
        let mut rows: Vec<_> = (0..held.rows.len()).map(|k| (home(k), k)).collect();
        rows.sort_unstable();
        self.place_of_dof.clear();
        self.place_of_dof.resize(held.mass.dim(), NONE);
        self.place_of_row.clear();
        self.place_of_row.resize(held.rows.len(), NONE);
        self.is_row.clear();
        self.fronts.clear();
        self.fronts.push(0);
        let of_body = |body: usize| {
            let from = rows.partition_point(|((home, _), _)| *home < body);
            let own = rows[from..].partition_point(|((home, _), _)| *home == body);
            &rows[from..from + own]
        };
        for &body in tree.met.iter().rev() {
            let Node { first, size, .. } = self.nodes[body];
            for dof in first..first + size {
                self.place_of_dof[dof] = self.is_row.len();
                self.is_row.push(false);
            }
            for (_, row) in of_body(body) {
                self.place_of_row[*row] = self.is_row.len();
                self.is_row.push(true);
            }
            self.fronts.push(self.is_row.len());
        }
        for part in of_body(count).chunk_by(|a, b| a.0 == b.0) {
            for (_, row) in part {
                self.place_of_row[*row] = self.is_row.len();
                self.is_row.push(true);
            }
            self.fronts.push(self.is_row.len());
        }
    }
}

/// How many degrees of freedom each body of a block of M has.
fn body_size(held: Held<'_>, block: usize) -> usize {
    if held.body > 0 && block.is_multiple_of(held.body) {
        held.body
    } else {
        block
    }
}

/// The first degrees of freedom of bodies that M couples.
fn list_coupled(held: Held<'_>, mut note: impl FnMut(usize, usize)) {
    let mass = held.mass;
    for (block, ends) in mass.offsets.windows(2).enumerate() {
        let n = ends[1] - ends[0];
        let size = body_size(held, n);
        if size == n {
            continue;
        }
        let values = &mass.values[mass.start[block]..mass.start[block + 1]];
        for a in (0..n).step_by(size) {
            for b in (0..a).step_by(size) {
                let entries = (a..a + size).flat_map(|i| &values[i * n + b..i * n + b + size]);
                if entries.into_iter().any(|x| *x != 0.0) {
                    note(ends[0] + b, ends[0] + a);
                }
            }
        }
    }
}

impl Tree {
    fn find(&mut self, held: Held<'_>, (nodes, node_of): (&[Node], &[usize])) {
        self.list_bodies(held, node_of);
        self.list_neighbours(nodes.len());
        let count = nodes.len();
        self.parent.clear();
        self.parent.resize(count, NONE);
        self.depth.clear();
        self.depth.resize(count, NONE);
        self.met.clear();
        // What stands still is the parent of all that is joined to it.
        let rows = self.row_ptr.windows(2).map(|ends| &self.bodies[ends[0]..ends[1]]);
        for bodies in rows {
            if let [a] = *bodies
                && self.depth[a] == NONE
            {
                self.depth[a] = 0;
                self.met.push(a);
            }
        }
        self.walk(0);
        let mut heaviest: Vec<usize> = (0..count).collect();
        let mass = |node: &usize| held.mass.diagonal(nodes[*node].first);
        heaviest.sort_by(|a, b| mass(b).total_cmp(&mass(a)).then(a.cmp(b)));
        for root in heaviest {
            if self.depth[root] == NONE {
                self.depth[root] = 0;
                self.met.push(root);
                self.walk(self.met.len() - 1);
            }
        }
    }

    fn list_bodies(&mut self, held: Held<'_>, node_of: &[usize]) {
        self.bodies.clear();
        self.row_ptr.clear();
        self.row_ptr.push(0);
        for &row in held.rows {
            let first = self.bodies.len();
            for &dof in held.jacobian.row(row).0 {
                let node = node_of[dof];
                if !self.bodies[first..].contains(&node) {
                    self.bodies.push(node);
                }
            }
            self.row_ptr.push(self.bodies.len());
        }
    }

    fn list_neighbours(&mut self, count: usize) {
        let pairs = || {
            let rows = self.row_ptr.windows(2).map(|ends| &self.bodies[ends[0]..ends[1]]);
            rows.filter_map(|bodies| <[usize; 2]>::try_from(bodies).ok())
        };
        let mut first = vec![0; count + 1];
        for [a, b] in pairs() {
            first[a + 1] += 1;
            first[b + 1] += 1;
        }
        for k in 0..count {
            first[k + 1] += first[k];
        }
        let mut next = vec![0; first[count]];
        let mut at = first.clone();
        for [a, b] in pairs() {
            (next[at[a]], next[at[b]]) = (b, a);
            at[a] += 1;
            at[b] += 1;
        }
        (self.next, self.next_ptr) = (next, first);
    }

    /// Goes on breadth first from the bodies met so far.
    fn walk(&mut self, mut at: usize) {
        while let Some(&body) = self.met.get(at) {
            at += 1;
            for &other in &self.next[self.next_ptr[body]..self.next_ptr[body + 1]] {
                if self.depth[other] == NONE {
                    (self.parent[other], self.depth[other]) = (body, self.depth[body] + 1);
                    self.met.push(other);
                }
            }
        }
    }

    /// The last body that the ways of all these to their roots share, or none.
    fn shared(&self, bodies: &[usize]) -> usize {
        let Some((&first, rest)) = bodies.split_first() else {
            return NONE;
        };
        let step = |a: usize| if a == NONE { NONE } else { self.parent[a] };
        let depth = |a: usize| if a == NONE { 0 } else { self.depth[a] + 1 };
        rest.iter().fold(first, |mut a, &b| {
            let mut b = b;
            while a != b {
                if depth(a) >= depth(b) {
                    a = step(a);
                } else {
                    b = step(b);
                }
            }
            a
        })
    }

    /// The root of a body.
    fn root(&self, mut body: usize) -> usize {
        while self.parent[body] != NONE {
            body = self.parent[body];
        }
        body
    }
}
