//! Reads numbers from a slice of bytes; never past its end.

/// A place in the file that could not be understood.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Broken {
    pub(crate) found: String,
    pub(crate) asked: String,
}

pub(crate) fn broken<T>(found: impl Into<String>, asked: impl Into<String>) -> Result<T, Broken> {
    Err(Broken {
        found: found.into(),
        asked: asked.into(),
    })
}

/// A position in a slice.
#[derive(Clone, Debug)]
pub(crate) struct Cursor<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) at: usize,
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Cursor { bytes, at: 0 }
    }

    pub(crate) fn left(&self) -> usize {
        self.bytes.len() - self.at
    }

    pub(crate) fn take(&mut self, count: usize) -> Result<&'a [u8], Broken> {
        if count > self.left() {
            return broken(
                format!("{} bytes left where {count} are announced", self.left()),
                "a complete file: it may be truncated, fetch it again",
            );
        }
        let slice = &self.bytes[self.at..self.at + count];
        self.at += count;
        Ok(slice)
    }

    pub(crate) fn skip(&mut self, count: usize) -> Result<(), Broken> {
        self.take(count).map(|_| ())
    }

    pub(crate) fn u8(&mut self) -> Result<u8, Broken> {
        Ok(self.take(1)?[0])
    }

    /// A little-endian number of up to eight bytes.
    pub(crate) fn uint(&mut self, size: usize) -> Result<u64, Broken> {
        let mut wide = [0u8; 8];
        let bytes = self.take(size.min(8))?;
        wide[..bytes.len()].copy_from_slice(bytes);
        Ok(u64::from_le_bytes(wide))
    }

    pub(crate) fn u16(&mut self) -> Result<usize, Broken> {
        self.count(2)
    }

    pub(crate) fn u32(&mut self) -> Result<usize, Broken> {
        self.count(4)
    }

    pub(crate) fn u64(&mut self) -> Result<u64, Broken> {
        self.uint(8)
    }

    /// A number that counts something in memory.
    pub(crate) fn count(&mut self, size: usize) -> Result<usize, Broken> {
        let value = self.uint(size)?;
        usize::try_from(value)
            .or_else(|_| broken(format!("the count {value}"), "a count that fits in memory"))
    }

    pub(crate) fn expect(&mut self, signature: [u8; 4]) -> Result<(), Broken> {
        let found = self.take(4)?;
        if found == signature.as_slice() {
            return Ok(());
        }
        broken(
            format!("the bytes {found:02x?} at {}", self.at - 4),
            format!("the signature {}", String::from_utf8_lossy(&signature)),
        )
    }
}
