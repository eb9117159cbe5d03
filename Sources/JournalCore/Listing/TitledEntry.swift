/// An entry by what a link names: its title.
package struct TitledEntry: Hashable, Sendable {
  package var id: RecordName
  package var title: String
  package var date: EntryDate
  /// The first words of its text.
  package var words: String

  package init(_ entry: Entry) {
    (id, title, date) = (entry.id, entry.title, entry.date)
    words = TextPreview.preview(of: entry.body, limit: 80)
  }
}

/// Which titles are asked for.
package enum TitleRequest: Hashable, Sendable {
  /// The entries of just this title, without case and diacritics, the latest first.
  case called(String)
  /// The latest entries whose titles have words that begin so; of an empty text the latest that have a title.
  case beginning(String)
  /// Any one of the journal.
  case byChance
}
