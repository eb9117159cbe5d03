import Synchronization

/// Short codes by which a person tells the sign-in page which device is to be let in, such as `BCDF-GHJK`.
///
/// A device asks for a code and waits; the person types the code on the page, in any browser. The codes are kept in memory
/// alone: after a restart a device asks again. Each holds for ten minutes and for one session.
package final class SignInCodes: Sendable {
  /// Milliseconds for which a code holds.
  package static let lifetime: Int64 = 10 * 60_000
  /// Codes that may wait at a time, from one network and in all.
  package static let mostOfNetwork = 20
  static let most = 10_000
  /// Codes that may be typed within ten minutes from one network.
  package static let tries = 5
  /// Consonants that are not taken for each other: no word comes of them by chance.
  package static let letters = Array("BCDFGHJKLMNPQRSTVWXZ")
  private static let length = 8

  /// What a device that asks to be signed in says of itself.
  package struct Asking: Hashable, Sendable {
    /// The name that the device gave itself: foreign text, cut at 200 characters.
    package var device: String
    /// What the session is to be for; nil for every container of the account.
    package var container: String?
    /// The address that the device asked from.
    package var address: String

    package init(device: String, container: String?, address: String) {
      self.device = String(device.prefix(SignInDesk.deviceLength))
      (self.container, self.address) = (container, address)
    }
  }

  /// What a device that waits is told.
  package enum Outcome: Hashable, Sendable {
    case waiting
    /// The person signed in: a session may begin, once.
    case granted(user: String, Asking)
    case refused
    /// There is no such code, or no longer.
    case ended
  }

  private enum State { case waiting, granted(user: String), refused }

  private struct Entry {
    var asking: Asking
    var secret: [UInt8]
    var endsAt: Int64
    var state = State.waiting
  }

  private struct Codes {
    var entries: [String: Entry] = [:]
    var codes: [[UInt8]: String] = [:]

    mutating func forgetEnded(at now: Int64) {
      for (code, entry) in entries where entry.endsAt <= now { remove(code, entry) }
    }

    mutating func remove(_ code: String, _ entry: Entry) {
      entries[code] = nil
      codes[entry.secret] = nil
    }

    func live(_ code: String, at now: Int64) -> Entry? {
      entries[code].flatMap { $0.endsAt > now ? $0 : nil }
    }
  }

  private let codes = Mutex(Codes())
  private let attempts = RequestLimiter(
    rate: Double(tries) / (Double(lifetime) / 1000), burst: Double(tries))

  /// Begins without a code.
  package init() {}

  /// Makes a code for a device.
  ///
  /// - Parameters:
  ///   - secret: Digest of what the device asks with what became of it.
  ///   - now: Milliseconds of a clock that only runs forwards.
  ///   - randomBytes: Returns as many random bytes as it is asked for.
  /// - Returns: The code in its two groups; nil where too many wait already.
  package func begin(
    _ asking: Asking, secret: [UInt8], now: Int64, randomBytes: (Int) -> [UInt8]
  ) -> String? {
    codes.withLock { codes in
      codes.forgetEnded(at: now)
      let network = NetworkPrefix.of(asking.address)
      let fromThere = codes.entries.values.count { NetworkPrefix.of($0.asking.address) == network }
      guard codes.entries.count < Self.most, fromThere < Self.mostOfNetwork else { return nil }
      var code = Self.fresh(randomBytes)
      while codes.entries[code] != nil { code = Self.fresh(randomBytes) }
      codes.entries[code] = Entry(asking: asking, secret: secret, endsAt: now + Self.lifetime)
      codes.codes[secret] = code
      return "\(code.prefix(4))-\(code.suffix(4))"
    }
  }

  /// Asks whether a code may be typed now.
  ///
  /// - Returns: nil, or the whole seconds to wait.
  package func admit(address: String, now: Int64) -> Int? {
    attempts.take(NetworkPrefix.of(address), now: now)
  }

  /// The device that waits with a code, however the code is written; nil where none does.
  package func asking(_ typed: String, now: Int64) -> Asking? {
    codes.withLock { codes in
      guard let entry = codes.live(Self.plain(typed), at: now), case .waiting = entry.state else { return nil }
      return entry.asking
    }
  }

  /// Notes what the person decided; a code that has ended, or was decided, stays as it is.
  ///
  /// - Parameter user: The account's name; nil refuses.
  /// - Returns: Whether the code was still waiting.
  package func decide(_ typed: String, user: String?, now: Int64) -> Bool {
    codes.withLock { codes in
      let code = Self.plain(typed)
      guard let entry = codes.live(code, at: now), case .waiting = entry.state else { return false }
      codes.entries[code]?.state = user.map { .granted(user: $0) } ?? .refused
      return true
    }
  }

  /// What became of a device's code. What was decided is told once.
  package func claim(_ secret: [UInt8], now: Int64) -> Outcome {
    codes.withLock { codes in
      guard let code = codes.codes[secret], let entry = codes.live(code, at: now) else { return .ended }
      switch entry.state {
      case .waiting: return .waiting
      case .granted(let user):
        codes.remove(code, entry)
        return .granted(user: user, entry.asking)
      case .refused:
        codes.remove(code, entry)
        return .refused
      }
    }
  }

  /// The letters of what was typed, in upper case.
  static func plain(_ typed: String) -> String {
    String(typed.uppercased().filter { letters.contains($0) }.prefix(2 * length))
  }

  private static func fresh(_ randomBytes: (Int) -> [UInt8]) -> String {
    var code = ""
    while code.count < length {
      // 240 is the largest multiple of 20 in a byte: above it, some letters would be likelier than others.
      for byte in randomBytes(length) where byte < 240 && code.count < length {
        code.append(letters[Int(byte) % letters.count])
      }
    }
    return code
  }
}
