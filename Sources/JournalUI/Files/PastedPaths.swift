import Encodings
import JournalCore

/// Paths of pictures in a pasted text, as terminals write them when files are dropped on them.
///
/// Some quote them as for a shell, some write `file://` addresses one on a line, some the path as it is. A text is only
/// taken for paths where all of it is paths of pictures.
enum PastedPaths {
  private static let endings: Set<String> = [
    "jpg", "jpeg", "jpe", "jfif", "png", "gif", "webp", "bmp", "tif", "tiff", "heic", "heif", "avif",
  ]
  private static let longest = 65_536
  private static let most = 200

  /// Whether a name ends as pictures do.
  static func isPicture(_ name: String) -> Bool {
    let name = self.name(of: name)
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return false }
    return endings.contains(name[name.index(after: dot)...].lowercased())
  }

  /// The paths that a text consists of; none where it is, or holds, anything else.
  static func pictures(in text: String) -> [String] {
    guard text.utf8.count <= longest else { return [] }
    var paths: [String] = []
    for line in text.unicodeScalars.split(whereSeparator: { $0 == "\n" || $0 == "\r" || $0 == "\0" }) {
      let line = trimmingSpace(String(line))
      if line.isEmpty { continue }
      guard let found = pictures(inLine: line) else { return [] }
      paths += found
      if paths.count > most { return [] }
    }
    return paths
  }

  private static func pictures(inLine line: String) -> [String]? {
    if let words = shellWords(line), let paths = all(words) { return paths }
    // A path with blanks or quotes in it, written as it is.
    return all([line])
  }

  private static func all(_ words: [String]) -> [String]? {
    var paths: [String] = []
    for word in words {
      guard let path = path(word), isPicture(path), path.unicodeScalars.allSatisfy({ $0.value >= 32 }) else {
        return nil
      }
      paths.append(path)
    }
    return paths.isEmpty ? nil : paths
  }

  /// An absolute path, or one from the home directory, of a word; nil where it is neither.
  private static func path(_ word: String) -> String? {
    if word.hasPrefix("/") || word.hasPrefix("~/") { return word }
    guard word.lowercased().hasPrefix("file:") else { return nil }
    var rest = word.dropFirst(5)
    if rest.hasPrefix("//") {
      // Between the slashes may stand a host; the file lies here whatever it is called.
      guard let slash = rest.dropFirst(2).firstIndex(of: "/") else { return nil }
      rest = rest[slash...]
    }
    guard rest.hasPrefix("/") else { return nil }
    return PercentCoding.decode(rest.utf8, keepsBroken: true)
  }

  /// The words that a shell would make of a line, nothing being expanded; nil where a quote is not closed.
  private static func shellWords(_ line: String) -> [String]? {
    var words: [String] = []
    var word: String.UnicodeScalarView?
    var quote: Unicode.Scalar?
    var isEscaped = false
    for scalar in line.unicodeScalars {
      if isEscaped {
        if quote == "\"", !["\"", "\\", "$", "`"].contains(scalar) { word?.append("\\") }
        word = word ?? .init()
        word?.append(scalar)
        isEscaped = false
      } else if scalar == "\\", quote != "'" {
        isEscaped = true
      } else if let open = quote {
        if scalar == open { quote = nil } else { word?.append(scalar) }
      } else if scalar == "'" || scalar == "\"" {
        quote = scalar
        word = word ?? .init()
      } else if scalar == " " || scalar == "\t" {
        if let done = word { words.append(String(done)) }
        word = nil
      } else {
        word = word ?? .init()
        word?.append(scalar)
      }
    }
    guard quote == nil, !isEscaped else { return nil }
    if let done = word { words.append(String(done)) }
    return words
  }

  /// The last part of a path.
  static func name(of path: String) -> String { path.split(separator: "/").last.map { String($0) } ?? path }
}
