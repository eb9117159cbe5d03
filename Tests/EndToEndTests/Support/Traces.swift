import Foundation
import GzipKit
import NIOCore
import ScreenKit
import Synchronization

/// Words as they may lie in a file or go over a network: as they are, in Base64 at each of its three places, and in what is
/// compressed.
struct Traces {
  private let needles: [Data]

  /// - Parameter words: Long enough that chance does not spell them: eight characters at least.
  init(of words: [String]) {
    needles = words.flatMap { word -> [Data] in
      // A word begins at any of the three bytes of a group; the characters that its neighbours have a part in are left out.
      let coded = (0..<3).map { lead in
        let bytes = Data(repeating: 0, count: lead) + Data(word.utf8)
        return Data(
          bytes.base64EncodedString().utf8.dropFirst([0, 2, 3][lead]).prefix((bytes.count / 3 * 4) - [0, 2, 3][lead]))
      }
      return [Data(word.utf8)] + coded
    }
  }

  /// Whether any of the words is in these bytes, or in what they hold compressed.
  func are(in bytes: Data) -> Bool {
    has(bytes) || Traces.expanded(bytes).contains { has($0) }
  }

  private func has(_ bytes: Data) -> Bool { needles.contains { bytes.range(of: $0) != nil } }

  /// What the gzip members among the bytes expand to, as far as they are whole.
  private static func expanded(_ bytes: Data) -> [Data] {
    let magic = Data([0x1F, 0x8B, 0x08])
    var found: [Data] = []
    var start = bytes.startIndex
    while let place = bytes.range(of: magic, in: start..<bytes.endIndex) {
      start = place.upperBound
      var output = ByteBuffer()
      do throws(GzipError) {
        var inflater = try GzipInflater(limit: 1 << 27)
        try inflater.feed(ByteBuffer(bytes: bytes[place.lowerBound...]), into: &output)
      } catch {
        // Behind a member come other bytes, and one that was cut off ends early: what came out until then is looked at.
      }
      if output.readableBytes > 0 { found.append(Data(output.readableBytesView)) }
    }
    return found
  }

  /// The files below a folder that have any of the words, by their paths within it.
  func files(below folder: URL) -> [String] {
    var found: [String] = []
    let files = FileManager.default.enumerator(atPath: folder.path)
    while let path = files?.nextObject() as? String {
      if are(in: FileManager.default.contents(atPath: folder.path + "/" + path) ?? Data()) { found.append(path) }
    }
    return found
  }
}

extension TestServer {
  /// The files of the server's folder that have these words in them, and its log where it keeps one.
  func places(of words: String) throws -> [String] { Traces(of: [words]).files(below: sandbox.root) }
}

/// All bytes that went over a network, each direction of each connection by itself.
final class Traffic: Sendable {
  private let streams = Mutex<[[UInt8]]>([])

  /// Begins a direction of a connection; its number.
  func begin() -> Int {
    streams.withLock { streams in
      streams.append([])
      return streams.count - 1
    }
  }

  func add(_ bytes: [UInt8], to stream: Int) { streams.withLock { $0[stream] += bytes } }

  /// Bytes in all.
  var size: Int { streams.withLock { $0.reduce(0) { $0 + $1.count } } }

  /// How many directions of connections have any of the words in them.
  func places(of traces: Traces) -> Int { streams.withLock { $0.count { traces.are(in: Data($0)) } } }
}
