import Encodings
import Foundation
package import JournalSeal

/// What `joining.json` says: the six words of this device, and its request as the server has it.
package struct RequestNote: Hashable, Sendable {
  /// To be shown to the person.
  package var words: Words
  package var request: KeyRequest
  /// Whether the server is known to have had it.
  package var isSent: Bool

  private struct Form: Codable {
    var version = RequestNote.formatVersion
    var words: String
    var request: Data
    var isSent: Bool
  }

  /// Of the file; another one is as good as none: a request lasts half an hour.
  private static let formatVersion = 2

  package init(words: Words, request: KeyRequest, isSent: Bool) {
    (self.words, self.request, self.isSent) = (words, request, isSent)
  }

  /// Reads the file; whether the words are those of the request takes a tenth of a second, and is asked elsewhere.
  ///
  /// - Returns: nil for what is none, or of another version.
  package init?(decoding bytes: [UInt8]) {
    do {
      let form = try JSONDecoder().decode(Form.self, from: Data(bytes))
      guard form.version == RequestNote.formatVersion else { return nil }
      self.init(
        words: try Words(typed: form.words), request: try KeyRequest(decoding: Array(form.request)),
        isSent: form.isSent)
    } catch {
      return nil
    }
  }

  /// The file's bytes.
  ///
  /// - Throws: What the coder throws, which it does not.
  package func encoded() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let form = Form(words: words.shown.joined(separator: " "), request: Data(request.encoded), isSent: isSent)
    return Array(try encoder.encode(form))
  }
}

/// What `approving.json` says: how often words were typed for each request that a device has made.
package struct TryCounts: Hashable, Sendable {
  private struct Form: Codable {
    var version = 1
    /// By the request's digest, in hexadecimal digits.
    var requests: [String: Tries] = [:]
  }

  private struct Tries: Codable, Hashable {
    /// 1...``TryCounts/most``.
    var count: Int
    /// When it was first tried, in milliseconds since 1970.
    var at: Int64
  }

  private var requests: [String: Tries] = [:]
  /// How many tries count for a request of which nothing is known: what cannot be read says nothing of how often, and a request is
  /// ended too early rather than too late.
  private var unknown = 0

  /// More tries than this program counts.
  private static let most = 1000
  /// The latest time that is one: some ten thousand years from now on.
  private static let latest: Int64 = 1 << 48

  /// Nothing was tried.
  package init() {}

  /// Reads the file; one that cannot be read, or has numbers that this program does not write, counts for two tries of each request.
  package init(decoding bytes: [UInt8]) {
    do {
      let form = try JSONDecoder().decode(Form.self, from: Data(bytes))
      let isOurs = form.requests.values.allSatisfy {
        (1...TryCounts.most).contains($0.count) && (0...TryCounts.latest).contains($0.at)
      }
      if form.version == 1, isOurs { requests = form.requests } else { unknown = 2 }
    } catch {
      unknown = 2
    }
  }

  /// Whether nothing is to be kept.
  package var isEmpty: Bool { requests.isEmpty }

  /// Adds to the tries of some requests, and forgets those of requests that have ended.
  ///
  /// - Parameters:
  ///   - number: 1, or -1 to take one back.
  ///   - digests: Of the requests.
  ///   - now: Milliseconds since 1970.
  /// - Returns: How many there are of each then.
  package mutating func add(_ number: Int, to digests: [[UInt8]], at now: Int64) -> [Int] {
    let now = max(0, min(now, TryCounts.latest))
    requests = requests.filter { (0...Int64(KeyRequest.lifetime)).contains(now - $0.value.at) }
    let counts = digests.map { digest in
      let name = Hexadecimal.text(digest)
      let count = max(0, min((requests[name]?.count ?? unknown) + number, TryCounts.most))
      requests[name] = count == 0 ? nil : Tries(count: count, at: requests[name]?.at ?? now)
      return count
    }
    unknown = 0
    return counts
  }

  /// The file's bytes.
  ///
  /// - Throws: What the coder throws, which it does not.
  package func encoded() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return Array(try encoder.encode(Form(requests: requests)))
  }
}
