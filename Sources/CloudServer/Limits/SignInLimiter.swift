import CloudRecord
import Foundation
import Synchronization

/// Slows down guessing of passwords, without ever locking a user out permanently.
///
/// Counted by account and network together, so that a guesser elsewhere does not keep the owner out; and by network
/// alone, so that guessing one password for many accounts is slow as well.
package final class SignInLimiter: Sendable {
  private struct Failures {
    var count = 0
    /// Milliseconds.
    var blockedUntil: Int64 = 0
    var lastAt: Int64 = 0
  }

  /// Failures that cost nothing: a person mistypes, and tries what the password was before.
  package static let freeFailures = 4
  /// Milliseconds that the first failure beyond them costs; each further one costs twice as much.
  package static let firstDelay: Int64 = 15_000
  /// Milliseconds that a failure costs at most.
  package static let longestDelay: Int64 = 15 * 60_000
  /// Attempts a minute from one network.
  package static let attemptsPerMinute = 20
  /// Milliseconds after which failures are forgotten.
  private static let memory: Int64 = 60 * 60_000
  private static let capacity = 20_000

  /// By digest: a name comes as it was sent, and may be as long as a body.
  private let failures = Mutex<[Digest: Failures]>([:])
  private let attempts = RequestLimiter(rate: Double(attemptsPerMinute) / 60, burst: Double(attemptsPerMinute))

  /// Makes a limiter that remembers no failure.
  package init() {}

  /// Asks whether a password may be tried now.
  ///
  /// - Parameter now: Milliseconds of a clock that only runs forwards.
  /// - Returns: nil, or the whole seconds to wait.
  package func admit(account: String, network: String, now: Int64) -> Int? {
    let wait = failures.withLock { failures -> Int? in
      guard let known = failures[key(account, network)], known.blockedUntil > now else { return nil }
      return Int((known.blockedUntil - now + 999) / 1000)
    }
    return wait ?? attempts.take(network, now: now)
  }

  /// Counts a failure.
  package func failed(account: String, network: String, now: Int64) {
    failures.withLock { failures in
      if failures.count >= Self.capacity { failures = failures.filter { now - $0.value.lastAt < Self.memory } }
      if failures.count >= Self.capacity { failures = [:] }
      var known = failures[key(account, network)] ?? Failures()
      if now - known.lastAt >= Self.memory { known = Failures() }
      known.count += 1
      known.lastAt = now
      let beyond = known.count - Self.freeFailures
      if beyond > 0 {
        known.blockedUntil = now + min(Self.longestDelay, Self.firstDelay << min(beyond - 1, 10))
      }
      failures[key(account, network)] = known
    }
  }

  /// Forgets the failures of this account from this network.
  package func succeeded(account: String, network: String) {
    failures.withLock { $0[key(account, network)] = nil }
  }

  private func key(_ account: String, _ network: String) -> Digest {
    Digest(of: Array((network + " " + account.lowercased()).utf8))
  }
}

/// Networks as the limiter tells them apart.
package enum NetworkPrefix {
  /// The first 24 bits of an IPv4 address, the first 64 of an IPv6 one: what one customer usually has.
  package static func of(_ address: String) -> String {
    let version4 = address.hasPrefix("::ffff:") && address.contains(".") ? String(address.dropFirst(7)) : address
    let parts = version4.split(separator: ".", omittingEmptySubsequences: false)
    if parts.count == 4, parts.allSatisfy({ UInt8($0) != nil }) { return parts[0...2].joined(separator: ".") }
    guard let groups = groups(address) else { return address }
    return groups[0...3].map { String($0, radix: 16) }.joined(separator: ":")
  }

  private static func groups(_ address: String) -> [UInt16]? {
    let bare = address.split(separator: "%")[...].first.map(String.init) ?? ""
    let halves = bare.components(separatedBy: "::")
    guard halves.count <= 2 else { return nil }
    let sides = halves.map { $0.split(separator: ":").map { UInt16($0, radix: 16) } }
    let known = sides.flatMap { $0 }
    guard known.allSatisfy({ $0 != nil }), known.count <= 8, halves.count == 2 || known.count == 8 else { return nil }
    let head = sides[0].compactMap { $0 }
    let tail = sides.count == 2 ? sides[1].compactMap { $0 } : []
    return head + Array(repeating: 0, count: 8 - head.count - tail.count) + tail
  }
}
