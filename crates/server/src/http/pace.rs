//! How much one address or one person may ask for.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::hash::Hash;
use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::response::Response;
use governor::{DefaultDirectRateLimiter, DefaultKeyedRateLimiter, Quota, RateLimiter};

use super::ApiError;
use super::tries::{Attempt, Tries};
use super::unread::Unread;
use crate::config::Limits;
use crate::id::PersonId;
use crate::people::Device;

/// How many requests may come at once, as a multiple of those allowed in a second.
const BURST: NonZeroU32 = NonZeroU32::new(4).expect("it is not 0");

/// The same for messages on a WebSocket.
const MESSAGE_BURST: NonZeroU32 = NonZeroU32::new(5).expect("it is not 0");

/// Who asks how often.
#[derive(Debug)]
pub(crate) struct Pace {
    requests: DefaultKeyedRateLimiter<IpAddr>,
    guests: DefaultKeyedRateLimiter<IpAddr>,
    /// Wrong passwords, from strange browsers by where they come from and by name.
    from_networks: Tries<IpAddr>,
    for_names: Tries<String>,
    /// The same from browsers that have been in the account before.
    in_devices: Tries<Device>,
    /// The same from whoever is signed in.
    by_people: Tries<PersonId>,
    tables: DefaultKeyedRateLimiter<PersonId>,
    tables_from: DefaultKeyedRateLimiter<IpAddr>,
    webhooks: DefaultKeyedRateLimiter<PersonId>,
    programs: DefaultKeyedRateLimiter<PersonId>,
    lines: DefaultKeyedRateLimiter<PersonId>,
    sockets: Arc<Places>,
    connections: Arc<Places>,
    unread: Arc<Unread>,
    write_timeout: Duration,
    messages: Quota,
}

/// How many of something each address has.
#[derive(Debug)]
struct Places {
    taken: Mutex<BTreeMap<IpAddr, u32>>,
    most: u32,
}

/// A place among those of its address, which is free again when this goes.
#[derive(Debug)]
pub(crate) struct Place {
    places: Arc<Places>,
    from: IpAddr,
}

impl Places {
    fn new(most: NonZeroU32) -> Arc<Self> {
        Arc::new(Self { taken: Mutex::default(), most: most.get() })
    }

    fn take(self: &Arc<Self>, from: IpAddr) -> Result<Place, ApiError> {
        let from = network(from);
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let count = taken.entry(from).or_default();
        if *count >= self.most {
            return Err(ApiError::TooMany);
        }
        *count += 1;
        Ok(Place { places: self.clone(), from })
    }
}

impl Place {
    /// The network that it counts for.
    pub(crate) const fn network(&self) -> IpAddr {
        self.from
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.places.taken.lock().unwrap_or_else(PoisonError::into_inner);
        if let Entry::Occupied(mut count) = taken.entry(self.from) {
            *count.get_mut() -= 1;
            if *count.get() == 0 {
                count.remove();
            }
        }
    }
}

impl Pace {
    pub(crate) fn new(limits: Limits) -> Self {
        let requests = Quota::per_second(limits.requests_per_second)
            .allow_burst(limits.requests_per_second.saturating_mul(BURST));
        let passwords = limits.passwords_per_minute;
        let messages = Quota::per_second(limits.messages_per_second)
            .allow_burst(limits.messages_per_second.saturating_mul(MESSAGE_BURST));
        Self {
            requests: RateLimiter::keyed(requests),
            guests: RateLimiter::keyed(Quota::per_minute(limits.guests_per_minute)),
            from_networks: Tries::new(passwords),
            for_names: Tries::new(limits.passwords_for_a_name_per_minute),
            in_devices: Tries::new(passwords),
            by_people: Tries::new(passwords),
            tables: RateLimiter::keyed(Quota::per_minute(limits.tables_per_minute)),
            tables_from: RateLimiter::keyed(Quota::per_minute(
                limits.tables_per_minute_per_address,
            )),
            webhooks: RateLimiter::keyed(Quota::per_minute(limits.webhooks_per_minute)),
            programs: RateLimiter::keyed(Quota::per_minute(limits.programs_per_minute)),
            lines: RateLimiter::keyed(Quota::per_minute(limits.lines_per_minute)),
            sockets: Places::new(limits.sockets_per_address),
            connections: Places::new(limits.connections_per_address),
            unread: Arc::new(Unread::new(limits.unread_bytes_per_address.get().into())),
            write_timeout: Duration::from_secs(limits.write_timeout_seconds.get().into()),
            messages,
        }
    }

    pub(crate) fn request(&self, from: IpAddr) -> Result<(), ApiError> {
        check(&self.requests, &network(from))
    }

    pub(crate) fn guest(&self, from: IpAddr) -> Result<(), ApiError> {
        check(&self.guests, &network(from))
    }

    /// Somebody tries to sign in with a name, of which the key is given: wrong passwords are
    /// counted for their network and for the name. What strangers try does not concern a browser
    /// that has been in this account before: it has tries of its own.
    pub(crate) fn sign_in(
        &self,
        from: IpAddr,
        name_key: &str,
        known: Option<&Device>,
    ) -> Result<Vec<Attempt<'_>>, ApiError> {
        if let Some(device) = known {
            return Ok(vec![self.in_devices.begin(device)?]);
        }
        let network = self.from_networks.begin(&network(from))?;
        match self.for_names.begin(&name_key.to_owned()) {
            Ok(name) => Ok(vec![network, name]),
            Err(error) => {
                network.take_back();
                Err(error)
            }
        }
    }

    /// Somebody who is signed in shows that they know their password.
    pub(crate) fn confirmation(&self, by: &PersonId) -> Result<Attempt<'_>, ApiError> {
        self.by_people.begin(by)
    }

    /// Somebody takes a name: those that are refused are counted.
    pub(crate) fn claim(&self, from: IpAddr) -> Result<Attempt<'_>, ApiError> {
        self.from_networks.begin(&network(from))
    }

    /// A table is opened: not too often by one person, nor from one address.
    pub(crate) fn table(&self, by: &PersonId, from: IpAddr) -> Result<(), ApiError> {
        check(&self.tables, by)?;
        check(&self.tables_from, &network(from))
    }

    pub(crate) fn webhook(&self, by: &PersonId) -> Result<(), ApiError> {
        check(&self.webhooks, by)
    }

    pub(crate) fn program(&self, by: &PersonId) -> Result<(), ApiError> {
        check(&self.programs, by)
    }

    /// What a WebSocket may send.
    pub(crate) fn socket(&self) -> DefaultDirectRateLimiter {
        RateLimiter::direct(self.messages)
    }

    pub(crate) fn line(&self, by: &PersonId) -> Result<(), ApiError> {
        check(&self.lines, by)
    }

    /// A socket is opened: not too many from one address.
    pub(crate) fn place(&self, from: IpAddr) -> Result<Place, ApiError> {
        self.sockets.take(from)
    }

    /// A connection is opened: not too many from one address.
    pub(crate) fn connection(&self, from: IpAddr) -> Result<Place, ApiError> {
        self.connections.take(from)
    }

    /// How long nothing of what is sent may be read before a connection is given up.
    pub(crate) const fn write_timeout(&self) -> Duration {
        self.write_timeout
    }

    /// Something is asked for: not while too much of what was asked for before is unread.
    pub(crate) fn may_read(&self, from: IpAddr) -> Result<(), ApiError> {
        if self.unread.is_full(network(from)) { Err(ApiError::Unread) } else { Ok(()) }
    }

    /// An answer is under way: not if it makes too much that is unread.
    pub(crate) fn answer(&self, from: IpAddr, answer: Response) -> Result<Response, ApiError> {
        self.unread.count(network(from), answer).ok_or(ApiError::Unread)
    }

    /// Forgets whoever has not asked for a while.
    pub(crate) fn forget(&self) {
        self.requests.retain_recent();
        self.guests.retain_recent();
        self.from_networks.forget();
        self.for_names.forget();
        self.in_devices.forget();
        self.by_people.forget();
        self.tables.retain_recent();
        self.tables_from.retain_recent();
        self.webhooks.retain_recent();
        self.programs.retain_recent();
        self.lines.retain_recent();
    }
}

fn check<K: Hash + Eq + Clone>(
    limiter: &DefaultKeyedRateLimiter<K>,
    key: &K,
) -> Result<(), ApiError> {
    limiter.check_key(key).map_err(|_| ApiError::TooMany)
}

/// One customer of a provider has many IPv6 addresses, but mostly one network of 64 bits.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => IpAddr::V4(address),
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::SessionId;

    #[test]
    fn one_address_is_held_back_and_another_is_not() {
        let pace = Pace::new(Limits::default());
        let (one, other) = ([10, 0, 0, 1].into(), [10, 0, 0, 2].into());
        let tried = (0..100).take_while(|_| pace.guest(one).is_ok()).count();
        assert_eq!(tried, Limits::default().guests_per_minute.get() as usize);
        assert!(pace.guest(other).is_ok());
    }

    #[test]
    fn a_name_is_guarded_from_many_addresses() {
        let pace = Pace::new(Limits::default());
        let from = |last: u8| IpAddr::from([10, 0, 0, last]);
        let wrong = |last: u8| pace.sign_in(from(last), "aoife", None).is_ok();
        let tried = (0..200).take_while(|&last| wrong(last)).count();
        assert_eq!(tried, Limits::default().passwords_for_a_name_per_minute.get() as usize);
        assert!(pace.sign_in(from(201), "aoife", None).is_err());
        assert!(pace.sign_in(from(202), "brigid", None).is_ok());
        let device = Device { person: PersonId::random(), id: SessionId::random() };
        assert!(pace.sign_in(from(203), "aoife", Some(&device)).is_ok());
    }

    #[test]
    fn right_passwords_are_not_counted() {
        let pace = Pace::new(Limits::default());
        let from = IpAddr::from([10, 0, 0, 1]);
        for _ in 0..100 {
            pace.sign_in(from, "aoife", None).unwrap().into_iter().for_each(Attempt::take_back);
        }
    }

    #[test]
    fn a_network_counts_as_one() {
        let address = |text: &str| network(text.parse().unwrap());
        assert_eq!(address("2001:db8::1"), address("2001:db8::2:3"));
        assert_ne!(address("2001:db8::1"), address("2001:db8:0:1::1"));
        assert_eq!(address("::ffff:10.0.0.1"), address("10.0.0.1"));
    }
}
