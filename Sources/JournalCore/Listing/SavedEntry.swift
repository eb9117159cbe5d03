/// An entry with what belongs to it.
package struct EntryDetail: Hashable, Sendable {
  /// The entry as it is in the journal.
  package var entry: Entry
  /// Its pictures without those in the trash, in their order.
  package var images: [EntryImage]
  /// Facts of the entry that its fields do not say, such as a newer format.
  package var remark: EntryRemark

  package init(entry: Entry, images: [EntryImage] = [], remark: EntryRemark = EntryRemark()) {
    (self.entry, self.images, self.remark) = (entry, images, remark)
  }
}

/// What a screen reads of the journal after one entry was saved.
package struct SavedRequest: Hashable, Sendable {
  /// The entry that was saved.
  package var entry: RecordName
  /// The day for the numbers of the sidebar.
  package var today: CivilDate
  /// The entry's row in the list that is shown, or the rows around the screen where the row may stand elsewhere now.
  package var rows: ListRequest
  /// Whether the page begins with the entry where it is not among those rows.
  package var reveals: Bool
  /// Whether the entries of the list are counted.
  package var counts: Bool
  /// The tags that the entry had before; nil where the screen does not know them.
  package var formerTags: [String]?

  package init(
    entry: RecordName, today: CivilDate, rows: ListRequest, reveals: Bool = false, counts: Bool = false
  ) {
    (self.entry, self.today, self.rows, self.reveals, self.counts) = (entry, today, rows, reveals, counts)
  }
}

/// What the journal has after one entry was saved, read at one time.
package struct SavedEntry: Hashable, Sendable {
  /// The entry with what belongs to it; nil where it is gone.
  package var detail: EntryDetail?
  /// The numbers beside the sidebar's rows.
  package var tallies: Tallies
  /// The rows that were asked for.
  package var page: ListPage
  /// How many entries the list has; nil where that was not asked.
  package var count: Int?

  package init(detail: EntryDetail?, tallies: Tallies, page: ListPage, count: Int?) {
    (self.detail, self.tallies, self.page, self.count) = (detail, tallies, page, count)
  }
}
