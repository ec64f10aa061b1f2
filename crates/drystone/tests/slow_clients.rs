//! The server of the page against clients that take their time: nobody keeps the others out.

use drystone::show::server::{Site, listen, serve};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// More than the sockets of both ends hold.
const LARGE: usize = 64 << 20;

/// A server with large data; its port.
fn serving() -> u16 {
    let listener = listen(0).expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let site = Site {
        page: "<p>page</p>".to_owned(),
        data: vec![7; LARGE],
        series: Box::new(|_| None),
    };
    std::thread::spawn(move || serve(&listener, site));
    port
}

fn connect(port: u16, request: &str) -> TcpStream {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).expect("a connection");
    stream.write_all(request.as_bytes()).expect("sent");
    stream
}

fn get(port: u16, path: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n")
}

/// The whole answer, and how long it took.
fn page(port: u16) -> (String, Duration) {
    let began = Instant::now();
    let mut answer = String::new();
    connect(port, &get(port, "/"))
        .read_to_string(&mut answer)
        .expect("an answer");
    (answer, began.elapsed())
}

#[test]
fn forty_clients_that_do_not_say_what_they_want_keep_nobody_out() {
    let port = serving();
    let slow: Vec<TcpStream> = (0..40).map(|_| connect(port, "GET / HTTP/1.1\r\nHos")).collect();
    for _ in 0..5 {
        let (answer, time) = page(port);
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
        assert!(answer.ends_with("<p>page</p>"), "{answer}");
        assert!(time < Duration::from_secs(1), "{time:?}");
    }
    drop(slow);
}

/// A byte now and then does not buy more time.
#[test]
fn a_head_that_trickles_in_is_cut_off() {
    let port = serving();
    let mut stream = connect(port, "GET / HTTP/1.1\r\n");
    let began = Instant::now();
    while stream.write_all(b"a").is_ok() {
        assert!(began.elapsed() < Duration::from_secs(20), "never cut off");
        std::thread::sleep(Duration::from_millis(100));
    }
    assert!(began.elapsed() > Duration::from_secs(3), "{:?}", began.elapsed());
}

/// Those that ask and do not take the answer: newcomers are told at once to come again, and served once the
/// others have had their time.
#[test]
fn clients_that_do_not_take_their_answer_give_way_in_the_end() {
    let port = serving();
    let began = Instant::now();
    let slow: Vec<TcpStream> = (0..32).map(|_| connect(port, &get(port, "/show.bin"))).collect();
    // Every one of them has asked once its answer has begun.
    for mut stream in &slow {
        stream
            .read_exact(&mut [0; 12])
            .expect("the beginning of an answer");
    }
    let (answer, time) = page(port);
    if began.elapsed() < Duration::from_secs(4) {
        assert!(answer.starts_with("HTTP/1.1 503"), "{answer}");
        assert!(time < Duration::from_secs(1), "{time:?}");
    }
    std::thread::sleep(Duration::from_secs(6).saturating_sub(began.elapsed()));
    let (answer, time) = page(port);
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    assert!(time < Duration::from_secs(1), "{time:?}");
    drop(slow);
}
