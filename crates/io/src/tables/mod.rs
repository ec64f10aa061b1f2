//! Tables in the formats of other programs.

pub(crate) mod parquet;
