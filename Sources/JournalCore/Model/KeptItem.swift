/// Something that an import brought with an entry and that a journal has no place for yet: a recording, a PDF, a place.
///
/// It stays on the computer that imported it, and goes with its entry when that is deleted forever.
package struct KeptItem: Hashable, Sendable {
  /// What it is.
  package enum Kind: String, CaseIterable, Sendable {
    case audio, video, pdf, file
    /// What another program says of the entry, as it writes it: places, the weather, lines of a head.
    case details
  }

  /// The entry with which it came.
  package var entry: RecordName
  /// What it is.
  package var kind: Kind
  /// A name that a file can have, of at most 200 bytes.
  package let name: String
  /// The SHA-256 of its bytes, under which they lie among the journal's pictures; nil for details.
  package var asset: String?
  /// The length of its bytes.
  package var bytes: Int64
  /// The text of details; empty for a file.
  package var details: String

  /// A file.
  ///
  /// - Parameter name: as the other program has it; what no name of a file can have is replaced.
  package init(entry: RecordName, kind: Kind, name: String, asset: String, bytes: Int64) {
    (self.entry, self.kind, self.name) = (entry, kind, KeptItem.fileName(name))
    (self.asset, self.bytes, details) = (asset, bytes, "")
  }

  /// Details under the name of a file that would have them.
  package init(entry: RecordName, details: String, name: String) {
    (self.entry, kind, self.name) = (entry, .details, KeptItem.fileName(name))
    (asset, bytes, self.details) = (nil, Int64(details.utf8.count), details)
  }

  /// So many scalars has a name at most, which are 240 bytes.
  private static let longest = 60

  /// One part of a path, without signs that a terminal obeys.
  private static func fileName(_ name: String) -> String {
    var fitted = String.UnicodeScalarView()
    for scalar in name.unicodeScalars.prefix(4_096) {
      let isOdd = scalar == "/" || scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
      fitted.append(isOdd ? "-" : scalar)
    }
    let text = trimmingSpace(String(fitted))
    guard !text.isEmpty, !text.allSatisfy({ $0 == "." }) else { return "file" }
    guard text.unicodeScalars.count > longest else { return text }
    // A long name keeps its ending.
    let ending = text.unicodeScalars.split(separator: ".").last.map { String($0) } ?? ""
    let end = (1...8).contains(ending.unicodeScalars.count) ? ".\(ending)" : ""
    let start = String.UnicodeScalarView(text.unicodeScalars.prefix(longest - end.unicodeScalars.count))
    return trimmingSpace(String(start)) + end
  }
}

extension KeptItem.Kind {
  /// What a file is by the ending of its name.
  package init(ofFile name: String) {
    let ending = name.split(separator: ".").last?.lowercased() ?? ""
    self =
      switch ending {
      case "mp3", "m4a", "wav", "ogg", "oga", "opus", "flac", "aac", "caf", "amr": .audio
      case "mp4", "mov", "m4v", "mkv", "webm", "avi", "3gp": .video
      case "pdf": .pdf
      default: .file
      }
  }
}
