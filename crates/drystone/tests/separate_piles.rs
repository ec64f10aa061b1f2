//! Many separate piles: threads share them out, and change no bit.

use drystone::io::scene::Scene;
use drystone::run::runner::Runner;
use drystone::run::summary::hash;
use std::fmt::Write as _;

/// Twenty leaning stacks of five boxes, ten pairs of jointed bodies that fall.
fn piles(threads: usize) -> String {
    let mut text = format!(
        "[body.floor]\nfixed = true\nshape = {{ plane = {{}} }}\n[[contact]]\nbetween = [\"*\", \"*\"]\n\
         friction = 0.5\nrestitution = 0.1\n[run]\nstep = 5e-3\nt_end = 0.1\ntolerance = 1e-8\nthreads = {threads}\n"
    );
    for stack in 0..20 {
        for k in 0..5 {
            let (x, z) = (
                f64::from(stack) + 0.012 * f64::from(k * stack % 7),
                0.06 + 0.11 * f64::from(k),
            );
            let _ = write!(
                text,
                "[body.s{stack}b{k}]\nshape = {{ box = [0.2, 0.2, 0.1] }}\nmass = {}\nposition = [{x}, 0, {z}]\n",
                1 + k % 2
            );
        }
    }
    for pair in 0..10 {
        let x = f64::from(pair);
        let _ = write!(
            text,
            "[body.p{pair}]\nshape = {{ sphere = 0.1 }}\nmass = 1\nposition = [{x}, 3, 0.2]\nvelocity = [0, 1, 0]\n\
             [body.q{pair}]\nshape = {{ capsule = {{ length = 0.2, radius = 0.05 }} }}\nmass = 0.5\n\
             position = [{x}, 3, 0.5]\n[joint.j{pair}]\nkind = \"ball\"\nbetween = [\"p{pair}\", \"q{pair}\"]\n\
             at = [{x}, 3, 0.3]\n"
        );
    }
    text
}

fn run(threads: usize) -> (u64, u64) {
    let scene = Scene::read(&piles(threads), "piles.toml", &[]).expect("a scene");
    let mut runner = Runner::new(&scene).expect("a runner");
    runner.run(|_| {}).expect("a run");
    assert!(runner.totals.contacts_max > 100, "{}", runner.totals.contacts_max);
    let frame = runner.frame();
    (hash(frame.q, frame.v), runner.totals.iterations_sum)
}

#[test]
fn threads_and_repetitions_change_no_bit() {
    let first = run(1);
    for threads in [2, 3, 4, 4] {
        assert_eq!(run(threads), first, "{threads} threads");
    }
}
