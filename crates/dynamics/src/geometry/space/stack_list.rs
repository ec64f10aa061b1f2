//! A list that lives on the stack while it is short.

/// Up to `N` items on the stack, more on the heap.
pub(super) struct Small<T: Copy + Default, const N: usize> {
    array: [T; N],
    length: usize,
    heap: Vec<T>,
}

impl<T: Copy + Default, const N: usize> Small<T, N> {
    #[inline]
    pub(super) fn new() -> Self {
        Small {
            array: [T::default(); N],
            length: 0,
            heap: Vec::new(),
        }
    }

    #[inline]
    pub(super) fn push(&mut self, item: T) {
        if self.length < N {
            self.array[self.length] = item;
        } else {
            if self.length == N {
                self.heap.extend_from_slice(&self.array);
            }
            self.heap.push(item);
        }
        self.length += 1;
    }

    #[inline]
    pub(super) fn extend(&mut self, items: impl Iterator<Item = T>) {
        for item in items {
            self.push(item);
        }
    }

    #[inline]
    pub(super) fn clear(&mut self) {
        self.length = 0;
        self.heap.clear();
    }

    #[inline]
    pub(super) fn items(&self) -> &[T] {
        if self.length <= N {
            &self.array[..self.length]
        } else {
            &self.heap
        }
    }
}
