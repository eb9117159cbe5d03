import JournalCore

/// A folder of Day One’s zip, for one kind of file.
enum DayOneFolder: String, CaseIterable {
  case photos, audios, videos, pdfs

  /// The key of an entry under which its files of the kind are listed.
  var listKey: String { self == .pdfs ? "pdfAttachments" : rawValue }

  /// What is in it; pictures are kept by their entries.
  var kind: KeptItem.Kind {
    switch self {
    case .photos: .file
    case .audios: .audio
    case .videos: .video
    case .pdfs: .pdf
    }
  }

  /// A file’s name among those of all folders: a picture has its own, and others say what they are.
  ///
  /// - Parameter stem: the name without its ending, in lower case.
  func key(_ stem: String) -> String { self == .photos ? stem : "\(rawValue)/\(stem)" }

  /// The folder of a file in the zip, and the file’s name without its ending, in lower case; nil for other files.
  static func file(_ name: String) -> (folder: DayOneFolder, stem: String)? {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), let folder = DayOneFolder(rawValue: parts[parts.count - 2].lowercased()),
      let file = parts.last
    else { return nil }
    let stem = file.lastIndex(of: ".").map { file[..<$0] } ?? file
    return stem.isEmpty ? nil : (folder, stem.lowercased())
  }
}
