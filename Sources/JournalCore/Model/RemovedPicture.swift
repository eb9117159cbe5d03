/// A picture that was removed from an entry, with what it is known by in the trash.
package struct RemovedPicture: Hashable, Sendable, Identifiable {
  /// The picture as the journal keeps it, with its `trashedAt` set.
  package var image: EntryImage
  /// The title of the entry that it was part of.
  package var entryTitle: String

  /// The name of the picture's record.
  package var id: RecordName { image.id }

  package init(image: EntryImage, entryTitle: String) {
    (self.image, self.entryTitle) = (image, entryTitle)
  }
}
