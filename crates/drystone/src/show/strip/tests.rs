//! Tests of the module above.

use super::*;

#[test]
fn a_long_run_keeps_its_worst_steps_and_counts_every_failed_one() {
    let mut strip = Strip::new(1);
    let steps = 5 * ROWS + 3;
    for step in 0..=steps {
        let mut row = [0.0; COLUMNS.len() + 1];
        row[0] = step as f64 * 0.1;
        row[1] = step as f64;
        row[FAILED] = f64::from(u8::from(step % 1000 == 999));
        row[COLUMNS.len()] = if step == 20_001 { 7.0 } else { 1.0 };
        strip.add(&row);
    }
    let rows: Vec<&[f64]> = strip.rows.chunks(strip.width).collect();
    assert!(rows.len() <= ROWS, "{} rows", rows.len());
    let failed: f64 = rows.iter().map(|r| r[FAILED]).sum();
    assert_eq!(failed, (steps / 1000) as f64);
    assert_eq!(rows[0][1], 0.0);
    assert_eq!(rows.last().map(|r| r[1]), Some(steps as f64));
    let worst: Vec<&&[f64]> = rows.iter().filter(|r| r[COLUMNS.len()] == 7.0).collect();
    assert_eq!(worst.len(), 1);
    assert!(worst[0][1] >= 20_001.0 && worst[0][1] < 20_001.0 + strip.every as f64);
    for pair in rows[1..rows.len() - 1].windows(2) {
        assert_eq!(pair[1][1] - pair[0][1], strip.every as f64);
    }
}
