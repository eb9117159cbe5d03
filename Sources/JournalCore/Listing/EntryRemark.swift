/// What has to be said of an entry that its own fields do not say.
package struct EntryRemark: Hashable, Sendable {
  /// A newer program wrote it: it is shown and cannot be edited.
  package var isNewerFormat = false
  /// Why it lies in the trash of this device alone; nil where the person put it there, or where it is not in the trash.
  package var removalReason: String?
  /// Whose it is, where another person shares it; nil for one's own.
  package var sharedBy: SharedBy?

  package init(isNewerFormat: Bool = false, removalReason: String? = nil) {
    (self.isNewerFormat, self.removalReason) = (isNewerFormat, removalReason)
  }

  /// Why it cannot be edited here, in one sentence.
  package static let newerFormat =
    "This entry was written by a newer CloudJournal and can only be read here. Update the program to edit it."

  /// What a person reads of it, one sentence each.
  package var sentences: [String] {
    var sentences: [String] = []
    if isNewerFormat { sentences.append(EntryRemark.newerFormat) }
    if let removalReason {
      sentences.append("In the trash because it was \(removalReason); it is kept here for 30 days.")
    }
    return sentences
  }
}
