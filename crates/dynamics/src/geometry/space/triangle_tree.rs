//! A tree of boxes over the triangles of a surface, halved at the median of the longest side.

use crate::geometry::{Bounds, DVec3};

/// A node: its box and what it holds.
#[derive(Clone, Debug, PartialEq)]
struct Node {
    bounds: Bounds,
    /// Where the subtree ends: the next node to look at when this box is missed.
    end: usize,
    /// Items `items[first..last]`, of a leaf; none else.
    first: usize,
    last: usize,
}

/// Boxes in depth-first order.
#[derive(Clone, Debug, PartialEq, Default)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    items: Vec<u32>,
}

/// Items of a leaf.
const LEAF: usize = 4;

impl Tree {
    pub(super) fn new(boxes: &[Bounds]) -> Tree {
        let mut tree = Tree {
            nodes: Vec::with_capacity(boxes.len() / 2 + 1),
            items: (0..).take(boxes.len()).collect(),
        };
        if !boxes.is_empty() {
            tree.split(boxes, 0, boxes.len());
        }
        tree
    }

    fn split(&mut self, boxes: &[Bounds], first: usize, last: usize) {
        let of = |item: &u32| boxes[*item as usize];
        let middle = |b: Bounds| 0.5 * (b.min + b.max);
        let items = &mut self.items[first..last];
        let bounds = items.iter().fold(Bounds::EMPTY, |all, item| all.join(&of(item)));
        let node = self.nodes.len();
        let leaf = last - first <= LEAF;
        self.nodes.push(Node {
            bounds,
            end: node + 1,
            first,
            last: if leaf { last } else { first },
        });
        if leaf {
            return;
        }
        let (low, high) = items
            .iter()
            .fold((DVec3::INFINITY, DVec3::NEG_INFINITY), |(l, h), item| {
                let m = middle(of(item));
                (l.min(m), h.max(m))
            });
        let axis = (high - low).max_position();
        let half = (last - first) / 2;
        items.select_nth_unstable_by(half, |i, j| {
            let along = |item: &u32| middle(of(item))[axis];
            along(i).total_cmp(&along(j)).then(i.cmp(j))
        });
        self.split(boxes, first, first + half);
        self.split(boxes, first + half, last);
        self.nodes[node].end = self.nodes.len();
    }

    /// Calls `found` for every item whose leaf meets `bounds`, always in the same order.
    pub(super) fn query(&self, bounds: &Bounds, mut found: impl FnMut(usize)) {
        let mut at = 0;
        while let Some(node) = self.nodes.get(at) {
            if node.bounds.meets(bounds) {
                self.items[node.first..node.last]
                    .iter()
                    .for_each(|&item| found(item as usize));
                at += 1;
            } else {
                at = node.end;
            }
        }
    }
}
