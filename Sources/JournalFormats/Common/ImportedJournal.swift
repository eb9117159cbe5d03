package import JournalCore

/// What an archive held, as values of the journal; nothing has been stored yet.
///
/// The ids are the same on every machine that imports the same file (``NameBasedID``), so importing twice changes nothing.
package struct ImportedJournal: Hashable, Sendable {
  /// In the order of the file; no two have the same id.
  package var entries: [Entry] = []
  /// In the order of the file; no two have the same id.
  package var categories: [Category] = []
  /// The names of the categories of entries that say them by name, by the entry.
  package var categoryNames: [RecordName: String] = [:]
  /// The pictures, without their bytes; an archive hands those on one by one (``ArchiveReader/forEachAsset(_:)``).
  package var images: [EntryImage] = []
  /// Saved searches, words and templates; only an archive has some.
  package var preferences: [Preference] = []
  /// What came with entries and has no place in them; only an archive has it here.
  package var kept: [KeptItem] = []
  /// In the order of the file; empty for formats without history.
  package var history: [HistoryItem] = []
  /// What a person should know although the import can go on.
  package var problems: [ImportProblem] = []
  /// What the archive says of itself.
  package var manifest: ArchiveManifest?

  /// Starts with nothing, for an importer to add to.
  package init() {}
}

/// Something in a file that was taken, but perhaps not as it was meant.
package struct ImportProblem: Hashable, Sendable, CustomStringConvertible {
  /// Where in the file, or nil where it is the file as a whole.
  package let place: ImportPlace?
  /// A sentence.
  package let message: String
  /// The predicate of a sentence with which the file is refused where the person did not name its format; nil where the
  /// file is taken all the same.
  package let unlessNamed: String?
  /// Whether bytes do not come that this program had written down before.
  package let isLoss: Bool

  package init(_ message: String, at place: ImportPlace? = nil, unlessNamed: String? = nil, isLoss: Bool = false) {
    (self.message, self.place, self.unlessNamed, self.isLoss) = (message, place, unlessNamed, isLoss)
  }

  /// Says what stays beside the entries.
  ///
  /// - Parameter parts: such as `1 video (rain.mov)`.
  static func kept(_ parts: [String]) -> ImportProblem {
    ImportProblem("kept beside the entries, which have no place for it: \(parts.joined(separator: ", ")).")
  }

  /// The place, where it is known, and the message, on one line.
  package var description: String { (place.map { "\($0): " } ?? "") + message }
}

/// How far an import or export has come.
package struct FormatProgress: Hashable, Sendable {
  /// Bytes done so far.
  package var done: Int64
  /// Bytes in all; 0 where there is nothing to do.
  package var total: Int64

  package init(done: Int64, total: Int64) {
    (self.done, self.total) = (done, total)
  }

  /// From 0 to 1.
  package var fraction: Double { total > 0 ? min(1, Double(done) / Double(total)) : 1 }
}

/// Called now and then during long work; it stops the work by throwing.
package typealias ProgressHandler = (FormatProgress) throws -> Void
