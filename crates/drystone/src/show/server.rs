//! The page over HTTP/1.1, for this machine only.
//!
//! Three things can be asked for, by GET or HEAD: `/`, `/show.bin`, `/series?body=NAME`. Nothing is read from
//! the disk by a name that a request gives, so no path leads anywhere. The socket listens on 127.0.0.1; a
//! request whose `Host` is not this address is refused, so that no page of another site reaches it by a name
//! that it lets point here.
//!
//! Nobody can hold the server: a head must be there within `HEAD`, an answer taken within `WHOLE`, however
//! the bytes are spread over that time. Where all places are taken a newcomer gets that of the one who has
//! had longest to say what is asked for; where all have said it, that of the one who has been there longest,
//! but not before `FAIR`; else it is told to come again (503).

use std::collections::VecDeque;
use std::io::{Error, ErrorKind, Read, Write};
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Longest head of a request, in bytes.
const LONGEST: usize = 16 << 10;
/// Most requests at a time: a browser opens six.
const MOST: usize = 32;
/// Time for the head of a request: a browser on this machine sends it at once.
const HEAD: Duration = Duration::from_secs(5);
/// Time for a whole request: the largest page has 150 MB, which this machine takes in a second.
const WHOLE: Duration = Duration::from_secs(60);
/// Time that an answer may take before it must give way.
const FAIR: Duration = Duration::from_secs(5);
/// Bytes written between two looks at the clock.
const PIECE: usize = 256 << 10;

/// Series of a body by its name, as JSON.
pub type Series = Box<dyn Fn(&str) -> Option<String> + Send + Sync>;

/// What the server gives.
pub struct Site {
    /// The page.
    pub page: String,
    /// Its data.
    pub data: Vec<u8>,
    /// Series of a body by name, as JSON in full precision.
    pub series: Series,
}

impl std::fmt::Debug for Site {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Site")
            .field("data", &self.data.len())
            .finish_non_exhaustive()
    }
}

/// A socket that waits on this machine's own address; port 0 takes a free one.
pub fn listen(port: u16) -> std::io::Result<TcpListener> {
    TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, port)))
}

/// Answers until the process ends.
pub fn serve(listener: &TcpListener, site: Site) -> std::io::Result<()> {
    let port = listener.local_addr()?.port();
    let site = Arc::new(site);
    let places = Places::default();
    let mut turned_away = VecDeque::new();
    for (number, stream) in (0..).zip(listener.incoming()) {
        let Ok(stream) = stream else { continue };
        if !places.take(number, &stream) {
            // Closed at once, with a request in it that nobody read, the word would be lost on its way.
            let _ = turn_away(&stream);
            turned_away.push_back(stream);
            if turned_away.len() > MOST {
                turned_away.pop_front();
            }
            continue;
        }
        let (site, places) = (Arc::clone(&site), places.clone());
        std::thread::spawn(move || {
            // A connection that breaks, or gave way, concerns nobody else.
            let _ = answer(stream, &site, port, || places.asked(number));
            places.leave(number);
        });
    }
    Ok(())
}

/// A request that is being answered.
struct Guest {
    number: u64,
    since: Instant,
    /// Whether its head is complete.
    has_asked: bool,
    stream: TcpStream,
}

/// Who is being answered.
#[derive(Clone, Default)]
struct Places(Arc<Mutex<Vec<Guest>>>);

impl Places {
    fn with<T>(&self, act: impl FnOnce(&mut Vec<Guest>) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Takes a place, from somebody else where there is no other; `false` where nobody gives way.
    fn take(&self, number: u64, stream: &TcpStream) -> bool {
        let Ok(stream) = stream.try_clone() else {
            return false;
        };
        let since = Instant::now();
        self.with(|guests| {
            if guests.len() >= MOST {
                // They are in the order in which they came.
                let slow = guests.iter().position(|guest| !guest.has_asked);
                let late = guests.iter().position(|guest| since - guest.since > FAIR);
                let Some(place) = slow.or(late) else { return false };
                let _ = guests.remove(place).stream.shutdown(Shutdown::Both);
            }
            guests.push(Guest {
                number,
                since,
                has_asked: false,
                stream,
            });
            true
        })
    }

    fn asked(&self, number: u64) {
        self.with(|guests| {
            let mine = guests.iter_mut().filter(|guest| guest.number == number);
            mine.for_each(|guest| guest.has_asked = true);
        });
    }

    fn leave(&self, number: u64) {
        self.with(|guests| guests.retain(|guest| guest.number != number));
    }
}

/// Says that all places are taken. A few bytes: the system takes them without waiting.
fn turn_away(mut stream: &TcpStream) -> std::io::Result<()> {
    stream.set_nonblocking(true)?;
    stream.write_all(
        b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
    )?;
    stream.shutdown(Shutdown::Write)
}

/// Time left until an end; an error where there is none.
fn left(end: Instant) -> std::io::Result<Duration> {
    let left = end.saturating_duration_since(Instant::now());
    if left.is_zero() {
        return Err(Error::from(ErrorKind::TimedOut));
    }
    Ok(left)
}

/// The head of a request, up to its empty line, or to where it is too long.
fn head(stream: &mut TcpStream, end: Instant) -> std::io::Result<String> {
    let (mut head, mut piece) = (Vec::new(), [0; 4096]);
    while head.len() < LONGEST && !has_end(&head) {
        stream.set_read_timeout(Some(left(end)?))?;
        match stream.read(&mut piece)? {
            0 => break,
            count => head.extend_from_slice(&piece[..count]),
        }
    }
    head.truncate(LONGEST);
    String::from_utf8(head).map_err(|_| Error::from(ErrorKind::InvalidData))
}

fn has_end(head: &[u8]) -> bool {
    let ends = |end: &[u8]| head.windows(end.len()).any(|bytes| bytes == end);
    ends(b"\r\n\r\n") || ends(b"\n\n")
}

fn send(stream: &mut TcpStream, bytes: &[u8], end: Instant) -> std::io::Result<()> {
    for mut piece in bytes.chunks(PIECE) {
        while !piece.is_empty() {
            stream.set_write_timeout(Some(left(end)?))?;
            match stream.write(piece)? {
                0 => return Err(Error::from(ErrorKind::WriteZero)),
                count => piece = &piece[count..],
            }
        }
    }
    Ok(())
}

struct Answer<'a> {
    status: &'static str,
    kind: &'static str,
    body: std::borrow::Cow<'a, [u8]>,
}

fn answer(mut stream: TcpStream, site: &Site, port: u16, asked: impl FnOnce()) -> std::io::Result<()> {
    let began = Instant::now();
    let (head, end) = (head(&mut stream, began + HEAD)?, began + WHOLE);
    asked();
    let mut lines = head.lines();
    let first = lines.next().unwrap_or_default();
    let mut hosts = Vec::new();
    for line in lines.take_while(|line| !line.is_empty()) {
        if let Some((key, value)) = line.split_once(':')
            && key.eq_ignore_ascii_case("host")
        {
            hosts.push(value.trim().to_ascii_lowercase());
        }
    }
    let answer = chosen(first, &hosts, site, port);
    let about = format!(
        "HTTP/1.1 {}\r\nContent-Type: {}\r\nContent-Length: {}\r\nCache-Control: no-store\r\n\
         X-Content-Type-Options: nosniff\r\nCross-Origin-Resource-Policy: same-origin\r\n\
         Referrer-Policy: no-referrer\r\nConnection: close\r\n\r\n",
        answer.status,
        answer.kind,
        answer.body.len()
    );
    send(&mut stream, about.as_bytes(), end)?;
    if !first.starts_with("HEAD ") {
        send(&mut stream, &answer.body, end)?;
    }
    stream.flush()
}

fn chosen<'a>(first: &str, hosts: &[String], site: &'a Site, port: u16) -> Answer<'a> {
    const TEXT: &str = "text/plain; charset=utf-8";
    let refuse = |status: &'static str, why: &'static str| Answer {
        status,
        kind: TEXT,
        body: why.as_bytes().into(),
    };
    let own = [format!("127.0.0.1:{port}"), format!("localhost:{port}")];
    let mut words = first.split(' ');
    let (Some(method), Some(target), Some(version), None) =
        (words.next(), words.next(), words.next(), words.next())
    else {
        return refuse("400 Bad Request", "not a request\n");
    };
    if !version.starts_with("HTTP/1.") {
        return refuse("505 HTTP Version Not Supported", "HTTP/1.1 only\n");
    }
    if hosts.len() != 1 || !own.contains(&hosts[0]) {
        return refuse("403 Forbidden", "this page is for this machine only\n");
    }
    if method != "GET" && method != "HEAD" {
        return refuse("405 Method Not Allowed", "GET and HEAD only\n");
    }
    match target.split_once('?') {
        None if target == "/" => Answer {
            status: "200 OK",
            kind: "text/html; charset=utf-8",
            body: site.page.as_bytes().into(),
        },
        None if target == "/show.bin" => Answer {
            status: "200 OK",
            kind: "application/octet-stream",
            body: site.data.as_slice().into(),
        },
        Some(("/series", query)) => {
            let body = query.strip_prefix("body=").and_then(decoded);
            match body.and_then(|name| (site.series)(&name)) {
                Some(json) => Answer {
                    status: "200 OK",
                    kind: "application/json",
                    body: json.into_bytes().into(),
                },
                None => refuse("404 Not Found", "no such body\n"),
            }
        }
        _ => refuse("404 Not Found", "nothing here\n"),
    }
}

/// Percent-decoded; none where it is no text.
fn decoded(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut k = 0;
    while k < bytes.len() {
        if bytes[k] == b'%' {
            let digits = std::str::from_utf8(bytes.get(k + 1..k + 3)?).ok()?;
            out.push(u8::from_str_radix(digits, 16).ok()?);
            k += 3;
        } else {
            out.push(bytes[k]);
            k += 1;
        }
    }
    String::from_utf8(out).ok()
}
