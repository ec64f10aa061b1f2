//! Formulas against a direct evaluation of the same trees, derivatives against differences.

use super::*;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

fn symbols() -> Symbols {
    let mut symbols = Symbols::default();
    for (i, name) in ["x", "theta", "x'", "theta'", "t"].iter().enumerate() {
        symbols.insert(name, Symbol::Variable(u32::try_from(i).unwrap()));
    }
    symbols.insert("m", Symbol::Constant(2.0));
    symbols.insert("$mu", Symbol::Constant(0.25));
    symbols
}

const POINT: [f64; 5] = [0.7, -1.3, 2.5, 0.4, 3.0];

fn evaluate(text: &str) -> f64 {
    let mut graph = Graph::default();
    let expr = parse(&mut graph, text, &symbols()).unwrap_or_else(|error| panic!("{text}: {error}"));
    let mut tape = Tape::compile(&graph, &[expr], POINT.len());
    tape.run(&[&POINT]);
    tape.output(0)
}

fn error(text: &str) -> FormulaError {
    parse(&mut Graph::default(), text, &symbols()).expect_err(text)
}

#[test]
fn grammar_reads_what_mathematics_means() {
    let [x, theta, dx, ..] = POINT;
    let cases: &[(&str, f64)] = &[
        ("1", 1.0),
        (".5 + 1e-3 + 2.", 2.501),
        ("-x^2", -(x * x)),
        ("2^3^2", 512.0),
        ("2^-2", 0.25),
        ("-2^-x", -(2.0_f64.powf(-x))),
        ("(-x)^3", -(x * x * x)),
        ("x - 2 - 3", x - 5.0),
        ("8/4/2", 1.0),
        ("m*x'", 2.0 * dx),
        ("$mu*4", 1.0),
        ("2*-x", -2.0 * x),
        ("x' + x", dx + x),
        ("sin(theta)^2 + cos(theta)^2", 1.0),
        ("atan2(x, theta)", x.atan2(theta)),
        ("min(x, theta, t) + max(x, theta)", theta + x),
        ("hypot(3, 4)", 5.0),
        ("mod(-1, 3)", 2.0),
        ("pow(x, 2)", x * x),
        ("if(x > 0 and not theta > 0, 10, 20)", 10.0),
        ("if(x < 0 or t == 3, 10, 20)", 10.0),
        ("(1 <= 1) + (1 >= 2) + (1 != 2) + (x ≤ t)", 3.0),
        ("step(0) + heaviside(-1) + sign(0) + sign(-3)", 0.0),
        ("log(e) + ln(e) + log10(100) + log2(8)", 7.0),
        ("2·x − 3×x", -x),
        ("cos(pi) + cos(π)", -2.0),
        ("round(2.5) + floor(-0.5) + ceil(0.5) + cbrt(27) + abs(-2)", 8.0),
        ("asin(x)+acos(x)", std::f64::consts::FRAC_PI_2),
        ("sinh(x)+cosh(x)-exp(x)+tanh(0)+tan(0)+atan(0)+sqrt(0)", 0.0),
    ];
    for (text, expected) in cases {
        let found = evaluate(text);
        assert!(
            (found - expected).abs() <= 1e-14 * (1.0 + expected.abs()),
            "{text}: {expected}, found {found}"
        );
    }
}

#[test]
fn a_name_e_hides_the_number_e() {
    let mut known = symbols();
    known.insert("e", Symbol::Constant(0.5));
    let mut graph = Graph::default();
    let expr = parse(&mut graph, "e", &known).unwrap();
    assert_eq!(graph.value(expr), Some(0.5));
}

#[test]
fn errors_say_where_and_what_to_do() {
    let cases: &[(&str, &str)] = &[
        (
            "x + 2 * sin(1) + thet",
            "unknown name `thet` at character 18: did you mean `theta`?",
        ),
        ("α + 1 + thet'", "unknown name `α` at character 1"),
        (
            "sn(x)",
            "unknown function `sn` at character 1: did you mean `sin`?",
        ),
        (
            "2 x",
            "expected an operator, found `x` at character 3: to multiply write `*`",
        ),
        (
            "x(2)",
            "`x` is not a function at character 1: to multiply write x*(…)",
        ),
        (
            "(x + 1",
            "expected `)`, found the end at character 7: the `(` at character 1 is open",
        ),
        ("x + 1)", "`)` closes nothing at character 6"),
        ("x +", "the formula ends at character 4"),
        ("", "the formula ends at character 1"),
        (
            "x + * 2",
            "expected a number, a name or `(`, found `*` at character 5",
        ),
        ("x ** 2", "unexpected `**` at character 3: powers are written `^`"),
        ("x = 2", "unexpected `=` at character 3: to compare"),
        (
            "sin",
            "`sin` is a function and has no argument, at character 1: write sin(…)",
        ),
        (
            "sin(1, 2)",
            "`sin` has 2 argument(s), at character 1: it takes one argument",
        ),
        ("if(1)", "it takes three arguments"),
        ("min()", "it takes two arguments or more"),
        ("x''", "two primes"),
        ("m'", "`m` is a constant and has no velocity"),
        ("0 < x < 1", "comparisons cannot be chained at character 7"),
        ("1..2", "expected an operator, found `0.2` at character 3"),
        (".", "`.` is not a number at character 1"),
        ("$", "`$` without a name at character 1"),
        ("x and", "the formula ends at character 6"),
        ("é ? 2", "unexpected `?` at character 3"),
    ];
    for (text, part) in cases {
        let message = error(text).to_string();
        assert!(
            message.contains(part),
            "{text}: expected {part:?}, found {message:?}"
        );
    }
    assert_eq!(error("α + 1").offset, 0);
    assert_eq!(error("x·α").offset, 3);
    assert_eq!(error("x·α").column, 3);
}

#[test]
fn deep_nesting_is_an_error_and_long_formulas_are_not() {
    for piece in ["(", "-", "2^", "sin(", "not ", "+"] {
        let message = error(&piece.repeat(100_000)).to_string();
        assert!(message.contains("nested"), "{piece}: {message}");
    }
    let long = vec!["sin(x)*theta"; 50_000].join(" + x + ");
    let expected = 50_000.0 * (POINT[0].sin() * POINT[1]) + 49_999.0 * POINT[0];
    let found = evaluate(&long);
    assert!(
        (found - expected).abs() < 1e-9 * expected.abs(),
        "{expected}, found {found}"
    );
    let mut graph = Graph::default();
    let expr = parse(&mut graph, &long, &symbols()).unwrap();
    let slope = Differentiator::new(1).derive(&mut graph, expr);
    let mut tape = Tape::compile(&graph, &[slope], 5);
    tape.run(&[&POINT]);
    let expected = 50_000.0 * POINT[0].sin();
    assert!((tape.output(0) - expected).abs() < 1e-9 * expected.abs());
}

#[test]
fn equal_subexpressions_are_one_and_constants_fold() {
    let mut graph = Graph::default();
    let known = symbols();
    let mut read = |text: &str| parse(&mut graph, text, &known).unwrap();
    for (a, b) in [
        ("x*theta + theta*x", "2*theta*x"),
        ("x + 0*theta", "x"),
        ("(x + t) - (t + x)", "0"),
        ("x*x*x", "x^3"),
        ("x^3/x", "x^2"),
        ("1/x*theta", "theta/x"),
        ("m/2*x^2", "x^2"),
        ("-(-x)", "x"),
        ("sqrt(x^2 + theta^2)^2", "x^2 + theta^2"),
        ("hypot(x, theta)^2", "x^2 + theta^2"),
        ("3*x - x", "m*x"),
        ("(2*x)*(3*theta)", "6*(x*theta)"),
        ("(-x)*(-theta)", "x*theta"),
        ("x/(1/theta)", "x*theta"),
        ("if(1 < 2, x, t)", "x"),
        ("x - (-t)", "t + x"),
        ("2/x", "2*(1/x)"),
    ] {
        assert_eq!(read(a), read(b), "{a} and {b}");
    }
}

#[test]
fn nan_stays_nan() {
    for text in [
        "if(sqrt(-x) > 0, 1, 2)",
        "min(sqrt(-x), 1)",
        "max(1, sqrt(-x))",
        "not sqrt(-x)",
        "step(sqrt(-x))",
    ] {
        assert!(evaluate(text).is_nan(), "{text}");
    }
}

#[test]
fn a_tape_runs_again_only_when_an_input_changes() {
    let mut graph = Graph::default();
    let expr = parse(&mut graph, "x*theta + t", &symbols()).unwrap();
    let mut tape = Tape::compile(&graph, &[expr, expr], 5);
    assert_eq!(tape.len(), 1);
    tape.run(&[&POINT[..1], &POINT[1..]]);
    let first = tape.output(0);
    tape.run(&[&[1.0], &POINT[1..]]);
    assert_eq!(tape.output(1), POINT[1] + POINT[4]);
    tape.run(&[&POINT]);
    assert_eq!(tape.output(0), first);
    // A constant output, and one that is an input.
    let outputs = [graph.constant(4.0), graph.variable(2)];
    let mut tape = Tape::compile(&graph, &outputs, 5);
    tape.run(&[&POINT]);
    assert_eq!((tape.output(0), tape.output(1)), (4.0, POINT[2]));
    assert!(tape.is_empty());
}

#[test]
fn constants_may_come_in_any_order_but_not_in_a_circle() {
    let mut known = symbols();
    define_constants(
        &[("J", "m*l^2/12"), ("l", "2*r"), ("r", "3"), ("d", "r+r")],
        &mut known,
    )
    .unwrap();
    assert_eq!(known.get("J"), Some(Symbol::Constant(6.0)));
    assert_eq!(known.get("d"), Some(Symbol::Constant(6.0)));
    let circle = |constants: &[(&str, &str)]| {
        let wrong = define_constants(constants, &mut symbols()).unwrap_err();
        format!("{}: {}", wrong.name, wrong.error)
    };
    assert!(
        circle(&[("a", "1 + b"), ("b", "a")])
            .contains("a: constants `a` and `b` refer to each other at character 5")
    );
    assert!(circle(&[("a", "2*a")]).contains("constant `a` refers to itself at character 3"));
    assert!(circle(&[("z", "b"), ("a", "c"), ("b", "a"), ("c", "b")]).contains("`b`, `a`, `c` refer"));
    assert!(circle(&[("a", "x")]).contains("not a constant"));
    assert!(circle(&[("a", "1 + ")]).contains("the formula ends"));
    let many: Vec<(String, String)> = (0..20_000)
        .map(|i| {
            (
                format!("c{i}"),
                if i == 0 {
                    "1".into()
                } else {
                    format!("c{}+1", i - 1)
                },
            )
        })
        .collect();
    let borrowed: Vec<(&str, &str)> = many.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
    define_constants(&borrowed, &mut known).unwrap();
    assert_eq!(known.get("c19999"), Some(Symbol::Constant(20_000.0)));
}

/// A tree that is evaluated directly, by the definition of each function.
#[derive(Clone, Debug)]
enum Tree {
    Number(f64),
    Name(usize),
    Infix(&'static str, Box<Tree>, Box<Tree>),
    Call(&'static str, Vec<Tree>),
    Power(Box<Tree>, i32),
    Minus(Box<Tree>),
}

const NAMES: [&str; 5] = ["x", "theta", "x'", "theta'", "t"];

impl Tree {
    fn text(&self) -> String {
        match self {
            Tree::Number(x) => format!("{x:?}"),
            Tree::Name(i) => NAMES[*i].to_owned(),
            Tree::Infix(op, a, b) => format!("({} {op} {})", a.text(), b.text()),
            Tree::Call("if", args) => {
                format!(
                    "if({} > 0, {}, {})",
                    args[0].text(),
                    args[1].text(),
                    args[2].text()
                )
            }
            Tree::Call(name, args) => {
                format!(
                    "{name}({})",
                    args.iter().map(Tree::text).collect::<Vec<_>>().join(",")
                )
            }
            Tree::Power(a, n) => format!("({})^{n}", a.text()),
            Tree::Minus(a) => format!("(-{})", a.text()),
        }
    }

    /// The value; NaN where any part of it is not finite.
    fn value(&self, at: &[f64]) -> f64 {
        let value = self.raw(at);
        if value.is_finite() { value } else { f64::NAN }
    }

    fn raw(&self, at: &[f64]) -> f64 {
        match self {
            Tree::Number(x) => *x,
            Tree::Name(i) => at[*i],
            Tree::Minus(a) => -a.value(at),
            Tree::Power(a, n) => a.value(at).powi(*n) + 0.0 * a.value(at),
            Tree::Infix(op, a, b) => {
                let (a, b) = (a.value(at), b.value(at));
                match *op {
                    "+" => a + b,
                    "-" => a - b,
                    "*" => a * b,
                    _ => a / b,
                }
            }
            Tree::Call(name, args) => {
                let a: Vec<f64> = args.iter().map(|arg| arg.value(at)).collect();
                if a.iter().any(|x| x.is_nan()) {
                    return f64::NAN;
                }
                match *name {
                    "sin" => a[0].sin(),
                    "cos" => a[0].cos(),
                    "tanh" => a[0].tanh(),
                    "atan" => a[0].atan(),
                    "sqrt" => a[0].sqrt(),
                    "exp" => a[0].exp(),
                    "ln" => a[0].ln(),
                    "abs" => a[0].abs(),
                    "sinh" => a[0].sinh(),
                    "cbrt" => a[0].cbrt(),
                    // On the cut the sign of zero decides, which formulas do not promise.
                    "atan2" if a[0] == 0.0 => f64::NAN,
                    "atan2" => a[0].atan2(a[1]),
                    "hypot" => a[0].hypot(a[1]),
                    "min" => a[0].min(a[1]),
                    "max" => a[0].max(a[1]),
                    "pow" => a[0].powf(a[1]),
                    _ => {
                        if a[0] > 0.0 {
                            a[1]
                        } else {
                            a[2]
                        }
                    }
                }
            }
        }
    }
}

fn trees() -> impl Strategy<Value = Tree> {
    let leaf = prop_oneof![
        (-3.0..3.0_f64).prop_map(Tree::Number),
        prop_oneof![Just(0.0), Just(1.0), Just(2.0)].prop_map(Tree::Number),
        (0..5_usize).prop_map(Tree::Name),
        (0..5_usize).prop_map(Tree::Name),
    ];
    leaf.prop_recursive(5, 40, 3, |inner| {
        let pair = (inner.clone(), inner.clone());
        let ops = prop_oneof![Just("+"), Just("-"), Just("*"), Just("/")];
        let one = prop_oneof![
            Just("sin"),
            Just("cos"),
            Just("tanh"),
            Just("atan"),
            Just("sqrt"),
            Just("exp"),
            Just("ln"),
            Just("abs"),
            Just("sinh"),
            Just("cbrt")
        ];
        let two = prop_oneof![
            Just("atan2"),
            Just("hypot"),
            Just("min"),
            Just("max"),
            Just("pow")
        ];
        prop_oneof![
            4 => (ops, pair.clone()).prop_map(|(op, (a, b))| Tree::Infix(op, a.into(), b.into())),
            2 => (one, inner.clone()).prop_map(|(name, a)| Tree::Call(name, vec![a])),
            1 => (two, pair).prop_map(|(name, (a, b))| Tree::Call(name, vec![a, b])),
            1 => (inner.clone(), -3..5).prop_map(|(a, n)| Tree::Power(a.into(), n)),
            1 => inner.clone().prop_map(|a| Tree::Minus(a.into())),
            1 => proptest::collection::vec(inner, 3).prop_map(|args| Tree::Call("if", args)),
        ]
    })
}

/// How much the tree's value moves when its inputs move by about 1e-12 of themselves: folding may move it as
/// much.
fn wobble(tree: &Tree, at: &[f64]) -> f64 {
    let value = tree.value(at);
    let mut most: f64 = 0.0;
    for k in 0..at.len() {
        for sign in [-1.0, 1.0] {
            let mut moved = at.to_vec();
            moved[k] += sign * 1e-12 * (1.0 + moved[k].abs());
            most = most.max((tree.value(&moved) - value).abs());
        }
    }
    most
}

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        rng_seed: RngSeed::Fixed(1988),
        failure_persistence: None,
        max_global_rejects: 100 * cases,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config(2000))]

    /// Points where the value is undefined or infinite say nothing: folding assumes finite operands.
    #[test]
    fn tape_agrees_with_the_tree(tree in trees(), at in proptest::collection::vec(-2.0..2.0_f64, 5)) {
        let expected = tree.value(&at);
        prop_assume!(expected.is_finite() && expected.abs() < 1e6);
        let mut graph = Graph::default();
        let text = tree.text();
        let expr = parse(&mut graph, &text, &symbols()).map_err(|e| TestCaseError::fail(format!("{text}: {e}")))?;
        let mut tape = Tape::compile(&graph, &[expr], 5);
        tape.run(&[&at]);
        let found = tape.output(0);
        let tolerance = 1e-10 * (1.0 + expected.abs()) + wobble(&tree, &at);
        prop_assert!((found - expected).abs() <= tolerance, "{}: {} found {}", text, expected, found);
    }

    /// Central differences at two step sizes: where they agree, the derivative must too.
    #[test]
    fn derivative_agrees_with_differences(tree in trees(), at in proptest::collection::vec(-2.0..2.0_f64, 5), k in 0..5_usize) {
        let slope = |h: f64| {
            let (mut a, mut b) = (at.clone(), at.clone());
            a[k] -= h;
            b[k] += h;
            (tree.value(&b) - tree.value(&a)) / (2.0 * h)
        };
        let (coarse, fine) = (slope(1e-4), slope(5e-5));
        let expected = (4.0 * fine - coarse) / 3.0;
        prop_assume!(expected.is_finite() && tree.value(&at).abs() < 1e3 && expected.abs() < 1e3);
        prop_assume!((coarse - fine).abs() < 1e-6);
        let mut graph = Graph::default();
        let text = tree.text();
        let expr = parse(&mut graph, &text, &symbols()).unwrap();
        let derivative = Differentiator::new(u32::try_from(k).unwrap()).derive(&mut graph, expr);
        let mut tape = Tape::compile(&graph, &[derivative], 5);
        tape.run(&[&at]);
        let found = tape.output(0);
        prop_assume!(found.is_finite());
        prop_assert!((found - expected).abs() <= 1e-5 * (1.0 + expected.abs()), "{}: {} found {}", text, expected, found);
    }

    /// Any text gives a value or an error, never a panic.
    #[test]
    fn any_text_is_read_or_refused(text in "[-+*/^()., a-z0-9'<>=!α$θ·]{0,40}") {
        let mut graph = Graph::default();
        if let Ok(expr) = parse(&mut graph, &text, &symbols()) {
            let _ = Differentiator::new(0).derive(&mut graph, expr);
        }
    }
}

/// Every function's own rule, where it is smooth.
#[test]
fn each_function_has_its_derivative() {
    for text in [
        "sin(x)",
        "cos(x)",
        "tan(x)",
        "asin(x)",
        "acos(x)",
        "atan(x)",
        "sinh(x)",
        "cosh(x)",
        "tanh(x)",
        "exp(x)",
        "ln(x)",
        "log10(x)",
        "log2(x)",
        "sqrt(x)",
        "cbrt(x)",
        "abs(-x)",
        "sign(x)",
        "floor(x)",
        "ceil(x)",
        "round(x)",
        "step(x)",
        "atan2(x, t)",
        "atan2(t, x)",
        "hypot(x, t)",
        "mod(5*x, t)",
        "mod(t, x)",
        "pow(x, t)",
        "pow(t, x)",
        "x^2.5",
        "x^-3",
        "min(x, t)",
        "max(x, t)",
        "if(x < t, x^2, t)",
        "x < t",
        "x/t",
        "t/x",
        "x == t and x",
        "not x",
    ] {
        let mut graph = Graph::default();
        let expr = parse(&mut graph, text, &symbols()).unwrap();
        let derivative = Differentiator::new(0).derive(&mut graph, expr);
        let mut tape = Tape::compile(&graph, &[derivative, expr], 5);
        let mut value = |x: f64| {
            tape.run(&[&[x], &POINT[1..]]);
            (tape.output(0), tape.output(1))
        };
        let h = 1e-5;
        let expected = (value(0.7 + h).1 - value(0.7 - h).1) / (2.0 * h);
        let found = value(0.7).0;
        assert!(
            (found - expected).abs() < 1e-7 * (1.0 + expected.abs()),
            "{text}: {expected}, found {found}"
        );
    }
}

/// Formulas of t with kinks, jumps, poles and turns.
const OF_TIME: &[&str] = &[
    "tanh((t-0.2)*30)",
    "sin(7*t)*cos(3*t)^2 - t^3",
    "1/(1+exp(-40*(t-0.4)))",
    "sqrt(abs(t-0.3)) + t/(2+t)",
    "if(t < 0.3, t^2, 0.09 + 0.6*(t-0.3))",
    "mod(3*t, 0.7) + floor(4*t) - step(t-0.5)",
    "atan2(sin(9*t), cos(9*t))",
    "hypot(t-0.4, 0.1*sin(20*t)) + cosh(2*t) - max(t, 0.5)*min(t, 0.3)",
    "(t-0.5)^5 + abs(t-0.6)^1.5 + asin(0.9*sin(t)) - acos(t/2) + atan(50*(t-0.1))",
    "exp(-((t-0.37)/0.002)^2) + tan(1.4*t) + ln(1+t) + cbrt(t-0.2)",
];

/// No value is outside the range, and ranges of short times are short where nothing jumps.
#[test]
fn ranges_hold_every_value() {
    let mut symbols = Symbols::default();
    symbols.insert("t", Symbol::Variable(0));
    for text in OF_TIME {
        let mut graph = Graph::default();
        let expr = parse(&mut graph, text, &symbols).unwrap_or_else(|error| panic!("{text}: {error}"));
        let rate = Differentiator::new(0).derive(&mut graph, expr);
        let mut tape = Tape::compile(&graph, &[expr, rate], 1);
        let mut ranges = Ranges::default();
        for (parts, most) in [
            (1, f64::INFINITY),
            (7, f64::INFINITY),
            (64, f64::INFINITY),
            (20_000, 0.1),
        ] {
            for part in 0..parts {
                let time = |k: usize| (f64::from(part) + k as f64 / 16.0) / f64::from(parts);
                ranges.run(&tape, [time(0), time(16)]);
                let all = [0, 1].map(|i| ranges.output(&tape, i));
                let jumps = ranges.jumps;
                for k in 0..=16 {
                    tape.run(&[&[time(k)]]);
                    for (i, [low, high]) in all.into_iter().enumerate() {
                        let (x, rounding) = (tape.output(i), 1e-12 * (1.0 + tape.output(i).abs()));
                        let inside = x.is_nan() || (low - rounding <= x && x <= high + rounding);
                        // A derivative does not see the side of a kink that the other end lies on.
                        assert!(
                            inside,
                            "{text}, output {i} at {}: {x} of {low} to {high}",
                            time(k)
                        );
                    }
                }
                assert!(
                    jumps || all[0][1] - all[0][0] < most,
                    "{text} at {}: {all:?}",
                    time(0)
                );
            }
        }
    }
}
