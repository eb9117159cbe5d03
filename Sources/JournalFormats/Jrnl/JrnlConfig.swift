package import JournalCore

/// What jrnl's configuration (`jrnl.yaml`) says of its journals.
///
/// Of YAML what jrnl writes is read: keys in lines, one level below the other by spaces.
package struct JrnlConfig: Hashable, Sendable {
  /// A journal of jrnl.
  package struct Journal: Hashable, Sendable {
    /// What jrnl calls it.
    package var name: String
    /// Where its text is, as it is written: it may begin with `~`.
    package var path: String
    /// jrnl's `timeformat` for it; nil for its usual one.
    package var timeFormat: String?
    /// jrnl's `tagsymbols` for it; nil for its usual ones.
    package var tagSymbols: String?
  }

  /// The journals in the order of the file.
  package private(set) var journals: [Journal] = []

  /// The name of the journal that jrnl uses where none is named.
  package static let defaultName = "default"

  /// Reads the file.
  ///
  /// - Throws: ``InvalidInput`` where it names no journal, or a line of them is not understood.
  package init(_ text: String) throws(InvalidInput) {
    var usual = Journal(name: "", path: "")
    var isOfJournals = false
    var depth: Int?
    for (number, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      let content = line.drop { $0 == " " }
      guard !content.isEmpty, !content.hasPrefix("#"), content != "---" else { continue }
      let indent = line.count - content.count
      guard let (key, value) = JrnlConfig.pair(content) else {
        if isOfJournals, indent > 0 { throw JrnlConfig.odd(number + 1) }
        continue
      }
      if indent == 0 {
        (isOfJournals, depth) = (key == "journals", nil)
        JrnlConfig.take(key, value, into: &usual)
      } else if isOfJournals {
        guard !value.hasPrefix("{"), !key.hasPrefix("{") else { throw JrnlConfig.odd(number + 1) }
        let level = depth ?? indent
        depth = level
        if indent <= level {
          journals.append(Journal(name: key, path: value))
        } else if journals.isEmpty {
          throw JrnlConfig.odd(number + 1)
        } else if key == "journal" {
          journals[journals.count - 1].path = value
        } else {
          JrnlConfig.take(key, value, into: &journals[journals.count - 1])
        }
      }
    }
    for index in journals.indices {
      journals[index].timeFormat = journals[index].timeFormat ?? usual.timeFormat
      journals[index].tagSymbols = journals[index].tagSymbols ?? usual.tagSymbols
    }
    guard !journals.isEmpty, journals.allSatisfy({ !$0.path.isEmpty }) else {
      throw InvalidInput("This is no configuration of jrnl: it has no “journals:” with the paths of their files.")
    }
  }

  private static func odd(_ line: Int) -> InvalidInput {
    InvalidInput("Line \(line) of jrnl’s configuration is not understood: a journal is “name: path” there.")
  }

  private static func take(_ key: String, _ value: String, into journal: inout Journal) {
    guard !value.isEmpty else { return }
    if key == "timeformat" { journal.timeFormat = value }
    if key == "tagsymbols" { journal.tagSymbols = value }
  }

  /// `key: value`; nil for anything else.
  private static func pair(_ line: Substring) -> (key: String, value: String)? {
    let bytes = line.utf8
    var colon = bytes.firstIndex(of: UInt8(ascii: ":"))
    while let found = colon {
      let next = bytes.index(after: found)
      if next == bytes.endIndex || bytes[next] == 0x20 { break }
      colon = bytes[next...].firstIndex(of: UInt8(ascii: ":"))
    }
    guard let colon else { return nil }
    func scalar(_ source: Substring) -> String {
      let text = trimmingSpace(String(source))
      // A comment stands behind a value without quotation marks.
      let isQuoted = text.hasPrefix("'") || text.hasPrefix("\"")
      let value = isQuoted ? text : text.split(separator: " #", maxSplits: 1).first.map { String($0) } ?? text
      do throws(YAMLReader.Problem) { return trimmingSpace(try YAMLReader.scalar(value)) } catch {
        return trimmingSpace(value)
      }
    }
    let key = scalar(line[..<colon])
    return key.isEmpty ? nil : (key, scalar(line[line.utf8.index(after: colon)...]))
  }
}
