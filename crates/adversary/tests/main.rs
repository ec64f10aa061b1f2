//! Tests of the adversary: what it asks of the library, at seeds of its own.

mod problems;
