//! The options of the schemes: what they may be, how they are read, what is wrong with them.
//!
//! An option is a number or a flag under a name. Its range is asked where it is read, in `by_name`. What an
//! option does is said in the list of the schemes.

use crate::schemes::event_driven::Holding;

/// The value of a scheme's option.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Setting {
    /// A number.
    Number(f64),
    /// Yes or no.
    Flag(bool),
}

impl std::fmt::Display for Setting {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Setting::Number(x) => write!(out, "{x}"),
            Setting::Flag(x) => write!(out, "{x}"),
        }
    }
}

/// A scheme that exists: its name, what it is, its options.
pub struct Entry {
    /// As written in a scene file.
    pub name: &'static str,
    /// In a few words.
    pub what: &'static str,
    /// Options: name, what it does and its default.
    pub options: &'static [(&'static str, &'static str)],
}

/// A line of a list of schemes.
pub(crate) const fn entry(
    name: &'static str,
    what: &'static str,
    options: &'static [(&'static str, &'static str)],
) -> Entry {
    Entry { name, what, options }
}

/// Why a scheme cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct SchemeError {
    /// The option to blame; none where it is the scheme itself.
    pub option: Option<String>,
    /// What was found, what is asked.
    pub message: String,
}

impl From<String> for SchemeError {
    fn from(message: String) -> Self {
        let option = None;
        SchemeError { option, message }
    }
}

/// Refuses options that the scheme does not have.
pub(super) fn check_options(entry: &Entry, settings: &[(String, Setting)]) -> Result<(), SchemeError> {
    let has = |key: &str| entry.options.iter().any(|o| o.0 == key);
    let Some((unknown, _)) = settings.iter().find(|(key, _)| !has(key)) else {
        return Ok(());
    };
    let known: Vec<&str> = entry.options.iter().map(|o| o.0).collect();
    let list = if known.is_empty() {
        "none".into()
    } else {
        known.join(", ")
    };
    Err(SchemeError {
        option: Some(unknown.clone()),
        message: format!(
            "`{}` has no option `{unknown}`: its options are {list}",
            entry.name
        ),
    })
}

/// The options given to a scheme, by name.
pub(super) struct Reader<'a> {
    pub(super) name: &'a str,
    pub(super) settings: &'a [(String, Setting)],
}

impl Reader<'_> {
    fn find(&self, key: &str) -> Option<Setting> {
        self.settings.iter().find(|(name, _)| name == key).map(|s| s.1)
    }

    fn refused(&self, key: &str, found: Setting, asked: &str) -> SchemeError {
        SchemeError {
            option: Some(key.to_owned()),
            message: format!("option `{key}` of `{}` is {found}, asked: {asked}", self.name),
        }
    }

    pub(super) fn number(
        &self,
        key: &str,
        asked: &str,
        fits: impl Fn(f64) -> bool,
    ) -> Result<Option<f64>, SchemeError> {
        match self.find(key) {
            None => Ok(None),
            Some(Setting::Number(x)) if fits(x) => Ok(Some(x)),
            Some(found) => Err(self.refused(key, found, asked)),
        }
    }

    pub(super) fn positive(&self, key: &str) -> Result<Option<f64>, SchemeError> {
        self.number(key, "a number above 0", |x| x > 0.0 && x < f64::INFINITY)
    }

    pub(super) fn share(&self, key: &str) -> Result<Option<f64>, SchemeError> {
        self.number(key, "a number from 0 to 1", |x| (0.0..=1.0).contains(&x))
    }

    pub(super) fn count(&self, key: &str, least: u32) -> Result<Option<usize>, SchemeError> {
        let fits = |x: f64| x >= f64::from(least) && x <= 1e6 && x.fract() == 0.0;
        let found = self.number(key, &format!("a whole number from {least}"), fits)?;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "checked above"
        )]
        Ok(found.map(|x| x as usize))
    }

    /// Tolerance of the integrator and how constraints are kept.
    pub(super) fn smooth(&self, tolerance: f64) -> Result<(f64, Holding), SchemeError> {
        let accuracy = self.number("accuracy", "a number from 1e-14 to 0.1", |x| {
            (1e-14..=0.1).contains(&x)
        })?;
        let alpha = self.number("baumgarte", "a positive number", |x| x > 0.0 && x.is_finite())?;
        let (reduced, compensated) = (self.flag("index_reduced")?, self.flag("compensated")?);
        let holding = match (alpha, reduced, compensated) {
            (Some(alpha), ..) => Holding::Baumgarte(alpha),
            (None, true, _) => Holding::IndexReduced,
            (None, false, true) => Holding::Compensated,
            (None, false, false) => Holding::Projection,
        };
        Ok((accuracy.unwrap_or(tolerance).clamp(1e-14, 0.1), holding))
    }

    pub(super) fn flag(&self, key: &str) -> Result<bool, SchemeError> {
        self.flag_or(key, false)
    }

    pub(super) fn flag_or(&self, key: &str, default: bool) -> Result<bool, SchemeError> {
        match self.find(key) {
            None => Ok(default),
            Some(Setting::Flag(x)) => Ok(x),
            Some(found) => Err(self.refused(key, found, "true or false")),
        }
    }
}
