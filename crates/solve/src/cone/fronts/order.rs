//! The order in which rows are eliminated, and which of them make one front.

use faer::dyn_stack::{MemBuffer, MemStack};
use faer::sparse::SymbolicSparseColMatRef;
use faer::sparse::linalg::amd;

/// Zeros as a share of the factors of a front up to which fronts are joined.
const ZEROS: f64 = 0.2;
/// Columns up to which fronts are joined whatever it costs: a call costs as much as they do.
const FEW: usize = 16;
/// Nodes of rows that stand together, and how they are coupled.
pub(super) struct Graph {
    /// First row of each node, and the number of rows at the end.
    pub(super) first: Vec<usize>,
    ptr: Vec<usize>,
    neighbours: Vec<usize>,
}

impl Graph {
    pub(super) fn new(n: usize, col_ptr: &[usize], row_idx: &[usize]) -> Self {
        let column = |j: usize| &row_idx[col_ptr[j]..col_ptr[j + 1]];
        let mut first: Vec<usize> = (0..n).filter(|&j| j == 0 || column(j) != column(j - 1)).collect();
        first.push(n);
        let mut node_of = vec![0; n];
        for (node, rows) in first.windows(2).enumerate() {
            node_of[rows[0]..rows[1]].fill(node);
        }
        let (mut ptr, mut neighbours) = (vec![0], Vec::new());
        for node in 0..first.len() - 1 {
            let begin = neighbours.len();
            for other in column(first[node]).iter().map(|&i| node_of[i]) {
                if other != node && neighbours[begin..].last() != Some(&other) {
                    neighbours.push(other);
                }
            }
            ptr.push(neighbours.len());
        }
        Graph {
            first,
            ptr,
            neighbours,
        }
    }

    fn len(&self) -> usize {
        self.ptr.len() - 1
    }

    fn of(&self, node: usize) -> &[usize] {
        &self.neighbours[self.ptr[node]..self.ptr[node + 1]]
    }

    fn width(&self, node: usize) -> usize {
        self.first[node + 1] - self.first[node]
    }

    /// Whether nodes are coupled both ways.
    pub(super) fn is_symmetric(&self) -> bool {
        (0..self.len()).all(|a| self.of(a).iter().all(|&b| self.of(b).binary_search(&a).is_ok()))
    }

    /// Nodes in an order of small degree; `None` if it cannot be found.
    pub(super) fn order(&self) -> Option<Vec<usize>> {
        let n = self.len();
        let pattern = SymbolicSparseColMatRef::new_checked(n, n, &self.ptr, None, &self.neighbours);
        let mut memory = MemBuffer::new(amd::order_scratch::<usize>(n, self.neighbours.len()));
        let (mut order, mut inverse) = (vec![0; n], vec![0; n]);
        let stack = MemStack::new(&mut memory);
        amd::order(&mut order, &mut inverse, pattern, amd::Control::default(), stack).ok()?;
        Some(order)
    }
}

/// Fronts while they are being joined, by their last node.
#[derive(Default, Clone)]
pub(super) struct Joined {
    pub(super) nodes: Vec<usize>,
    pub(super) width: usize,
    /// Steps of the nodes that are left, increasing, and their rows together.
    pub(super) rest: Vec<usize>,
    pub(super) rest_width: usize,
    /// Entries of the factors that are not zeros by joining.
    filled: usize,
    pub(super) children: Vec<usize>,
}

/// The fronts of a graph in the order given, each by the step of its last node; those joined to another are
/// empty.
pub(super) fn join(graph: &Graph, order: &[usize]) -> Vec<Joined> {
    let n = graph.len();
    let mut step = vec![0; n];
    order.iter().enumerate().for_each(|(k, &node)| step[node] = k);
    let mut fronts = vec![Joined::default(); n];
    let mut waiting: Vec<Vec<usize>> = vec![Vec::new(); n];
    let mut seen = vec![usize::MAX; n];
    for (k, &node) in order.iter().enumerate() {
        let mut rest = Vec::new();
        let mut take = |other: usize, rest: &mut Vec<usize>| {
            if other > k && seen[other] != k {
                seen[other] = k;
                rest.push(other);
            }
        };
        graph
            .of(node)
            .iter()
            .for_each(|&other| take(step[other], &mut rest));
        let mut children = std::mem::take(&mut waiting[k]);
        for &child in &children {
            fronts[child]
                .rest
                .iter()
                .for_each(|&other| take(other, &mut rest));
        }
        rest.sort_unstable();
        if let Some(&parent) = rest.first() {
            waiting[parent].push(k);
        }
        let rest_width = rest.iter().map(|&other| graph.width(order[other])).sum();
        let mut front = Joined {
            nodes: Vec::new(),
            width: graph.width(node),
            rest,
            rest_width,
            filled: graph.width(node) * (graph.width(node) + 2 * rest_width),
            children: Vec::new(),
        };
        children.sort_by_key(|&child| std::cmp::Reverse((fronts[child].rest_width, child)));
        for child in children {
            let c = &fronts[child];
            let (width, filled) = (c.width + front.width, c.filled + front.filled);
            let entries = width * (width + 2 * rest_width);
            if width <= FEW || (entries - filled) as f64 <= ZEROS * entries as f64 {
                let c = std::mem::take(&mut fronts[child]);
                front.nodes.extend(c.nodes);
                front.children.extend(c.children);
                (front.width, front.filled) = (width, filled);
            } else {
                front.children.push(child);
            }
        }
        front.nodes.push(node);
        fronts[k] = front;
    }
    fronts
}

/// Fronts so that children come before their parents, and what each leaves is taken next.
pub(super) fn depth_first(joined: &[Joined]) -> Vec<usize> {
    let is_child: Vec<bool> = joined.iter().fold(vec![false; joined.len()], |mut is, front| {
        front.children.iter().for_each(|&child| is[child] = true);
        is
    });
    let mut out = Vec::new();
    let mut open: Vec<(usize, usize)> = Vec::new();
    for root in (0..joined.len()).filter(|&k| !is_child[k] && !joined[k].nodes.is_empty()) {
        open.push((root, 0));
        while let Some((front, next)) = open.pop() {
            if let Some(&child) = joined[front].children.get(next) {
                open.push((front, next + 1));
                open.push((child, 0));
            } else {
                out.push(front);
            }
        }
    }
    out
}
