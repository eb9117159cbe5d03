import Glibc
import JournalCore
import JournalFormats

/// A file or folder to import, or a part of one, with what is said about it.
package struct ImportFile: Sendable {
  /// The file or folder.
  package var path: String
  /// How it is read.
  package var options: ImportOptions
  /// A journal of its own for it: what it is called there.
  package var journal: String

  init(path: String, options: ImportOptions, journal: String) {
    (self.path, self.options, self.journal) = (path, options, journal)
  }

  /// What paths stand for: files, in the place of jrnl's configuration the journals that it names, and where each journal is taken
  /// apart, in the place of a zip of Day One the journals in it.
  ///
  /// - Parameters:
  ///   - isApart: whether each gets a journal of its own here.
  ///   - home: the home folder, for paths of jrnl's configuration.
  ///   - note: called with a sentence for each journal of a configuration that cannot be taken, or not with all of its settings.
  /// - Throws: ``CommandFailure`` where a configuration or a zip cannot be read, or no journal of a configuration can be taken.
  package static func all(
    _ paths: [String], _ options: ImportOptions, isApart: Bool, home: String, note: (String) -> Void
  ) throws -> [ImportFile] {
    try paths.flatMap { path -> [ImportFile] in
      if path.hasSuffix(".yaml") || path.hasSuffix(".yml") {
        let journals = try ofJrnl(path, options, isApart: isApart, home: home, note: note)
        return try available(journals, of: path, note: note)
      }
      if isApart, options.format == nil || options.format == .dayOne,
        let names = try ImportSource.dayOneJournals(path)
      {
        return names.map { name in
          var options = options
          (options.format, options.part) = (.dayOne, name)
          return ImportFile(path: path, options: options, journal: name)
        }
      }
      let name = path.split(separator: "/").last.map { String($0) } ?? path
      let stem = name.lastIndex(of: ".").map { $0 > name.startIndex ? String(name[..<$0]) : name } ?? name
      return [ImportFile(path: path, options: options, journal: stem)]
    }
  }

  /// The journals whose text is there: of those that jrnl names some may be gone, kept as a folder or never written in.
  private static func available(
    _ journals: [ImportFile], of path: String, note: (String) -> Void
  ) throws -> [ImportFile] {
    var reasons: [String] = []
    let taken = try journals.filter { journal in
      do {
        guard try PieceFile(journal.path, atMost: ImportSource.limit).isBlank else { return true }
        reasons.append("the journal “\(journal.journal)”: \(journal.path) is empty.")
      } catch let failure as CommandFailure {
        reasons.append("the journal “\(journal.journal)”: \(failure.sentence)")
      }
      return false
    }
    guard !taken.isEmpty else {
      throw CommandFailure(
        .badFile, "\(path) names no journal that can be taken. Nothing was imported. \(reasons.joined(separator: " "))")
    }
    for reason in reasons { note("not imported, \(reason)") }
    return taken
  }

  /// The journals of jrnl's configuration: the usual one as it is, others under their names.
  private static func ofJrnl(
    _ path: String, _ options: ImportOptions, isApart: Bool, home: String, note: (String) -> Void
  ) throws -> [ImportFile] {
    guard options.format == nil || options.format == .jrnl else {
      throw CommandFailure.usage("\(path) is a configuration of jrnl: import it without --from, or with --from jrnl.")
    }
    let bytes = try WholeFile.read(path, atMost: 1 << 20)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw CommandFailure(.badFile, "\(path) is not UTF-8. Nothing was imported.")
    }
    let config: JrnlConfig
    do throws(InvalidInput) { config = try JrnlConfig(text) } catch {
      throw CommandFailure(.badFile, "\(path): \(error.sentence) Nothing was imported.")
    }
    return config.journals.map { journal in
      var options = options
      options.format = .jrnl
      options.timeFormat = options.timeFormat ?? journal.timeFormat
      if options.tagSymbols == nil, let symbols = journal.tagSymbols {
        let (usable, others) = TagSyntax.Symbols.sorted(symbols)
        options.tagSymbols = usable.isEmpty ? nil : usable
        if !others.isEmpty {
          let signs = others.unicodeScalars.map { "“\($0)”" }.joined(separator: ", ")
          note("the journal “\(journal.name)”: \(signs) cannot begin a tag here, and words behind it stay text.")
        }
      }
      if !isApart, journal.name != JrnlConfig.defaultName { options.category = journal.name }
      // Of variables jrnl's users write this one.
      let path = journal.path.hasPrefix("$HOME/") ? "~" + journal.path.dropFirst(5) : journal.path
      return ImportFile(path: HomeFolder(home).resolved(path), options: options, journal: journal.name)
    }
  }
}
