import Glibc
import JournalFormats
import SystemKit

/// What a file or folder is, where the person does not say it.
extension ImportSource {
  /// Finds out what lies under a path.
  ///
  /// - Returns: Its format; what lies in it, where it is a folder that the format takes as one; the file, where it came
  ///   from a pipe, which is read only once.
  /// - Throws: ``CommandFailure`` where it cannot be read, and for a folder that is none of a format's.
  static func look(
    at path: String, _ options: ImportOptions
  ) throws -> (format: ImportFormat, folder: [FolderFiles.File]?, file: PieceFile?) {
    var status = stat()
    let kind = path != "-" && stat(path, &status) == 0 ? status.st_mode & S_IFMT : 0
    if kind == S_IFDIR, options.format == nil || options.format?.folderEnding != nil {
      let files = try FolderFiles.all(in: TextFolder.plain(path), atMost: .max, followsLinks: true)
      return (try options.format ?? format(ofFolder: path, files.map(\.name)), files, nil)
    }
    if let format = options.format {
      if kind == S_IFDIR, format == .dayOne || format == .archive { throw packed(path, format) }
      return (format, nil, nil)
    }
    let file = try PieceFile(path, atMost: kind == S_IFREG ? largestArchive : limit)
    let head = try file.head(512)
    let format = ImportFormat.of(.file(FileKind(head), head: head, isWhole: kind == S_IFREG))
    // A zip that was packed again may begin with anything.
    let isPackedAgain = try format == .archive && dayOneJournals(path) != nil
    return (isPackedAgain ? .dayOne : format, nil, file)
  }

  /// The format of a folder: one of notes, too, where the heads are those that Joplin writes.
  private static func format(ofFolder path: String, _ names: [String]) throws -> ImportFormat {
    let format = ImportFormat.of(.folder(names: names))
    guard format == .markdown else { return format }
    let notes = FolderTree.some(20, ending: ".md", in: TextFolder.plain(path))
    if notes.isEmpty, names.contains(where: DayOneReader.isJournal) { throw packed(path, .dayOne) }
    let areOfJoplin = try notes.allSatisfy { try NoteReader.isOfJoplin(PieceFile($0, atMost: limit).head(4_096)) }
    return !notes.isEmpty && areOfJoplin ? .notes : format
  }

  /// What is said of a folder that was a zip before.
  static func packed(_ path: String, _ format: ImportFormat) -> CommandFailure {
    // The files of an archive have an order, which a folder does not keep.
    let advice =
      format == .archive
      ? "Give the zip that “export --format archive” wrote."
      : "Give the zip, or pack the folder as one (zip -r export.zip \(ShellWord.quoted(TextFolder.plain(path)))), "
        + "and give that."
    return CommandFailure(
      .badFile, "\(path) is a folder, and \(format.title) is a zip. \(advice) Nothing was imported.")
  }
}
