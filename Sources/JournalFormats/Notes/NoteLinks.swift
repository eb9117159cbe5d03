import Encodings
import JournalCore

/// The links of a note to files beside it.
struct NoteLinks {
  /// The text without the links to pictures that came along.
  private(set) var text = ""
  private(set) var pictures: [FiledPicture] = []
  /// The files that are no pictures to which links lead, such as recordings; the links stay as text.
  private(set) var attachments: [FiledFile] = []
  /// The names of pictures, and of other files that it shows, that are not there; their links stay as text.
  private(set) var missing: [String] = []

  /// What a link leads to.
  enum Target {
    /// A picture that comes along, by a name for its file.
    case picture(String)
    /// A file that is no picture, by a name for it.
    case file(String)
    /// A picture, or another file that a note shows, that is not there.
    case missing
    case other
  }

  static let pictureEndings: Set<String> = [
    "jpg", "jpeg", "png", "gif", "webp", "bmp", "tif", "tiff", "heic", "heif", "avif",
  ]

  /// Whether a file is a picture by the ending of its name.
  static func isPicture(_ name: String) -> Bool {
    pictureEndings.contains(name.split(separator: ".").last?.lowercased() ?? "")
  }

  /// - Parameters:
  ///   - text: with LF as line ends.
  ///   - resolve: the path of the file that a link names, as a name for it; nil where there is none, and for a note.
  init(_ text: String, resolve: (String) -> String?) {
    self.init(text) { target in
      if NoteLinks.isPicture(target) {
        return resolve(target).map { .picture($0) } ?? (target.contains("://") ? .other : .missing)
      }
      if let file = resolve(target) { return .file(file) }
      return KeptItem.Kind(ofFile: target) == .file || target.contains("://") ? .other : .missing
    }
  }

  /// - Parameters:
  ///   - text: with LF as line ends.
  ///   - takesLinked: whether pictures come along to which a link only leads; the link stays then.
  ///   - find: what a link leads to.
  init(_ text: String, takesLinked: Bool = false, find: (String) -> Target) {
    var (lines, fence): ([Substring], Substring?) = ([], nil)
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let start = line.drop { $0 == " " }
      let signs = start.first == "`" || start.first == "~" ? start.prefix { $0 == start.first } : ""
      let isCode = fence != nil
      let behind = start.dropFirst(signs.count)
      if signs.count >= 3, let open = fence {
        if signs.first == open.first, signs.count >= open.count, behind.allSatisfy(\.isWhitespace) { fence = nil }
      } else if signs.count >= 3, signs.first == "~" || !behind.contains("`") {
        fence = signs
      }
      guard !isCode, fence == nil, line.utf8.contains(UInt8(ascii: "[")) else {
        lines.append(line)
        continue
      }
      let before = pictures.count
      let rest = take(line, takesLinked, find)
      // A line that was a picture goes with it, and one of the empty lines around it.
      guard pictures.count > before, rest.allSatisfy(\.isWhitespace) else {
        lines.append(rest)
        continue
      }
      if lines.last?.isEmpty == true { lines.removeLast() }
    }
    self.text = lines.joined(separator: "\n")
  }

  /// A line without its pictures.
  private mutating func take(_ line: Substring, _ takesLinked: Bool, _ find: (String) -> Target) -> Substring {
    var (rest, result) = (line, "")
    while let open = rest.firstIndex(of: "[") {
      let isEmbedded = open > rest.startIndex && rest[rest.index(before: open)] == "!"
      guard let link = NoteLinks.link(in: rest, at: open) else {
        result += rest[...open]
        rest = rest[rest.index(after: open)...]
        continue
      }
      switch find(link.target) {
      case .picture(let file):
        guard isEmbedded || takesLinked else { break }
        pictures.append(FiledPicture(id: nil, file: file, caption: NoteLinks.caption(link)))
        guard isEmbedded else { break }
        result += rest[..<rest.index(before: open)]
        rest = rest[link.end...]
        continue
      case .missing:
        // An id of Joplin says nothing to a person.
        let name = link.target.hasPrefix(":/") && !link.words.isEmpty ? link.words : link.target
        if isEmbedded { missing.append(name) }
      case .file(let file):
        let name = link.target.split(separator: "/").last.map(String.init) ?? link.target
        attachments.append(FiledFile(kind: KeptItem.Kind(ofFile: name), file: file, name: name))
      case .other: break
      }
      result += rest[..<link.end]
      rest = rest[link.end...]
    }
    return Substring(result) + rest
  }

  /// A link as it stands in a line.
  struct Link {
    var target: String
    var words: String
    var end: Substring.Index
  }

  /// `[[target|words]]` or `[words](target "title")`; nil where none begins here.
  ///
  /// No further bracket may open within it, so that a line of brackets takes no longer than it is.
  static func link(in text: Substring, at open: Substring.Index) -> Link? {
    let bytes = text.utf8
    let inside = bytes[bytes.index(after: open)...]
    if inside.first == UInt8(ascii: "[") {
      let name = inside.dropFirst().prefix { !"[]".utf8.contains($0) }
      guard bytes[name.endIndex...].starts(with: "]]".utf8) else { return nil }
      let parts = Substring(name).split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
      let target = (parts.first ?? "").prefix { $0 != "#" && $0 != "^" }
      return Link(
        target: trimmingSpace(String(target)), words: parts.count > 1 ? String(parts[1]) : "",
        end: bytes.index(name.endIndex, offsetBy: 2))
    }
    let words = inside.prefix { !"[]".utf8.contains($0) }
    guard bytes[words.endIndex...].starts(with: "](".utf8) else { return nil }
    let address = bytes[bytes.index(words.endIndex, offsetBy: 2)...].prefix { !"[)".utf8.contains($0) }
    guard address.endIndex < bytes.endIndex, bytes[address.endIndex] == UInt8(ascii: ")") else { return nil }
    var target = Substring(address)
    if target.hasPrefix("<") {
      target = target.dropFirst().prefix { $0 != ">" }
    } else if let title = target.firstIndex(of: "\"") {
      target = target[..<title]
    }
    let name = trimmingSpace(String(target))
    return Link(
      target: PercentCoding.decode(Array(name.utf8), keepsBroken: true) ?? name, words: String(Substring(words)),
      end: bytes.index(after: address.endIndex))
  }

  /// The words of a link, where they say more than its file’s name or the width in which it is shown.
  static func caption(_ link: Link) -> String {
    let words = trimmingSpace(link.words)
    let isSize = words.allSatisfy { $0.isNumber || $0 == "x" }
    let file = link.target.split(separator: "/").last.map(String.init) ?? ""
    return isSize || words == file || words == link.target ? "" : words
  }
}
