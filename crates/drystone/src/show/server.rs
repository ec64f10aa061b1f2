//! The page over HTTP/1.1, for this machine only.
//!
//! Three things can be asked for, by GET or HEAD: `/`, `/show.bin`, `/series?body=NAME`. Nothing is read from
//! the disk by a name that a request gives, so no path leads anywhere. The socket listens on 127.0.0.1; a
//! request whose `Host` is not this address is refused, so that no page of another site reaches it by a name
//! that it lets point here.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// Longest head of a request, in bytes.
const LONGEST: u64 = 16 << 10;
/// Most requests at a time.
const MOST: usize = 32;
const PATIENCE: Duration = Duration::from_secs(10);

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
    let busy = Arc::new(AtomicUsize::new(0));
    for stream in listener.incoming() {
        let Ok(stream) = stream else { continue };
        if busy.fetch_add(1, Ordering::SeqCst) >= MOST {
            busy.fetch_sub(1, Ordering::SeqCst);
            continue;
        }
        let (site, busy) = (Arc::clone(&site), Arc::clone(&busy));
        std::thread::spawn(move || {
            // A connection that breaks concerns nobody else.
            let _ = answer(stream, &site, port);
            busy.fetch_sub(1, Ordering::SeqCst);
        });
    }
    Ok(())
}

struct Answer<'a> {
    status: &'static str,
    kind: &'static str,
    body: std::borrow::Cow<'a, [u8]>,
}

fn answer(mut stream: TcpStream, site: &Site, port: u16) -> std::io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let mut lines = BufReader::new((&stream).take(LONGEST)).lines();
    let first = lines.next().transpose()?.unwrap_or_default();
    let mut hosts = Vec::new();
    for line in lines {
        let line = line?;
        if line.is_empty() {
            break;
        }
        if let Some((key, value)) = line.split_once(':')
            && key.eq_ignore_ascii_case("host")
        {
            hosts.push(value.trim().to_ascii_lowercase());
        }
    }
    let answer = chosen(&first, &hosts, site, port);
    write!(
        stream,
        "HTTP/1.1 {}\r\nContent-Type: {}\r\nContent-Length: {}\r\nCache-Control: no-store\r\n\
         X-Content-Type-Options: nosniff\r\nCross-Origin-Resource-Policy: same-origin\r\n\
         Referrer-Policy: no-referrer\r\nConnection: close\r\n\r\n",
        answer.status,
        answer.kind,
        answer.body.len()
    )?;
    if !first.starts_with("HEAD ") {
        stream.write_all(&answer.body)?;
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
