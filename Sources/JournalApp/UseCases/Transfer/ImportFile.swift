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
  /// - Throws: ``CommandFailure`` where a configuration or a zip cannot be read.
  package static func all(
    _ paths: [String], _ options: ImportOptions, isApart: Bool, home: String
  ) throws -> [ImportFile] {
    try paths.flatMap { path -> [ImportFile] in
      if path.hasSuffix(".yaml") || path.hasSuffix(".yml") {
        return try ofJrnl(path, options, isApart: isApart, home: home)
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

  /// The journals of jrnl's configuration: the usual one as it is, others under their names.
  private static func ofJrnl(_ path: String, _ options: ImportOptions, isApart: Bool, home: String) throws
    -> [ImportFile]
  {
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
      options.tagSymbols = options.tagSymbols ?? journal.tagSymbols
      if !isApart, journal.name != JrnlConfig.defaultName { options.category = journal.name }
      // Of variables jrnl's users write this one.
      let path = journal.path.hasPrefix("$HOME/") ? "~" + journal.path.dropFirst(5) : journal.path
      return ImportFile(path: HomeFolder(home).resolved(path), options: options, journal: journal.name)
    }
  }
}
