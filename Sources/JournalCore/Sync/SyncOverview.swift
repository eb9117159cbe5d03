/// What the store knows of a journal's synchronisation: what waits, what is parked, what was merged; words for a person.
package struct SyncOverview: Hashable, Sendable {
  /// How many records are not as the server has them, parked ones among them.
  package var unsent = 0
  /// Of those, images.
  package var unsentImages = 0
  /// Records that the server refused, and that are not sent again before something changes.
  package var parked = 0
  /// Drafts that are not saved yet.
  package var drafts = 0
  /// Merges that kept both texts and that no person has looked at yet.
  package var conflicts = 0
  /// Records of the server's that cannot be opened here, or may not be taken in.
  package var unreadable = 0
  /// Of those, the ones whose key is not here yet.
  package var keyless = 0
  /// Since when there has been such a one; nil where there is none.
  package var keylessSince: Instant?
  /// Entries, categories and images here.
  package var records = 0
  /// Parked records first, then the others in the order of sending, up to the reader's limit.
  package var waiting: [WaitingRecord] = []
  /// Conflicts first, each kind with the latest first, up to the reader's limit.
  package var merges: [MergeNotice] = []
  /// Entries that changed last and that the server has as they are here, the latest first, up to ``latest``.
  package var lately: [RecentChange] = []

  /// How many entries ``lately`` names at most.
  package static let latest = 8

  /// Starts as the overview of a journal in which nothing waits.
  package init() {}

  /// Milliseconds for which a key may be on its way: another device has made it, and puts it on the server in a moment.
  private static let patience: Int64 = 3_600_000

  /// Whether records whose key is missing are no fault yet.
  package func awaitsKeys(at now: Instant) -> Bool {
    guard keyless > 0, let keylessSince else { return false }
    return now.milliseconds - keylessSince.milliseconds < SyncOverview.patience
  }

  /// Records that cannot be opened here and that a person has to know of.
  package func faults(at now: Instant) -> Int { awaitsKeys(at: now) ? max(0, unreadable - keyless) : unreadable }
}

/// One record that waits to be sent.
package struct WaitingRecord: Hashable, Sendable {
  /// The kind of a record; `other` for a type that this version does not know.
  package enum Kind: Hashable, Sendable { case entry, category, image, preference, other }
  /// The wish that waits: to save the record on the server, or to delete it there.
  package enum Action: Hashable, Sendable { case save, delete }

  /// The record that waits.
  package var recordName: RecordName
  /// The record's kind, after its record type.
  package var kind: Kind
  /// Whether the record is to be saved or deleted.
  package var action: Action
  /// The entry's title, the category's name or the image's caption; may be empty.
  package var title: String
  /// When its oldest unsent change was made.
  package var since: Instant?
  /// Why it is parked, if it is.
  package var reason: String?
  /// CloudKit's name of the error, if it is parked.
  package var code: String?
  /// The fields that differ from what the server has.
  package var fields: [FieldDifference]

  package init(
    recordName: RecordName, kind: Kind, action: Action, title: String, since: Instant?, reason: String? = nil,
    code: String? = nil, fields: [FieldDifference] = []
  ) {
    (self.recordName, self.kind, self.action, self.title, self.since) = (recordName, kind, action, title, since)
    (self.reason, self.code, self.fields) = (reason, code, fields)
  }
}

/// An entry that was sent or fetched, with its last change.
package struct RecentChange: Hashable, Sendable {
  /// The entry.
  package var recordName: RecordName
  /// The entry's title, or the first words where it has none.
  package var title: String
  /// When the entry was changed last, by the clock of the device that did it.
  package var at: Instant
  /// Whether that was another device.
  package var isFromElsewhere: Bool
  /// The name of that device, as a person gave it; nil where it is not known.
  package var device: String?

  package init(recordName: RecordName, title: String, at: Instant, isFromElsewhere: Bool, device: String? = nil) {
    (self.recordName, self.title, self.at) = (recordName, title, at)
    (self.isFromElsewhere, self.device) = (isFromElsewhere, device)
  }
}

/// A field as the server acknowledged it and as it is here, in words.
package struct FieldDifference: Hashable, Sendable {
  /// The field's name as CloudKit knows it.
  package var field: String
  /// The value that the server last acknowledged, a long one cut to 400 characters; nil without one.
  package var base: String?
  /// The value in the journal, cut at the same place; nil where the field is empty.
  package var here: String?

  package init(field: String, base: String?, here: String?) {
    (self.field, self.base, self.here) = (field, base, here)
  }
}

/// A merge that a person may want to look at or take back.
package struct MergeNotice: Hashable, Sendable {
  /// Names it for the conflict view and for taking it back: the history's group.
  package var group: Int64
  /// The record that was merged.
  package var recordName: RecordName
  /// The entry's title, the category's name or the picture's caption, as it is now; may be empty.
  package var title: String
  /// When the merge was made.
  package var at: Instant
  /// Fields of which a value was not kept.
  package var fields: [String]
  /// Whether both texts were kept and no person has looked yet.
  package var isConflict: Bool
  /// The device that saved the server's version, as the server calls it; nil where the server did not say.
  package var savedBy: String?
  /// The name of that device, as a person gave it; nil where it is not known.
  package var device: String?

  package init(
    group: Int64, recordName: RecordName, title: String, at: Instant, fields: [String], isConflict: Bool,
    savedBy: String? = nil, device: String? = nil
  ) {
    (self.group, self.recordName, self.title, self.at) = (group, recordName, title, at)
    (self.fields, self.isConflict, self.savedBy, self.device) = (fields, isConflict, savedBy, device)
  }
}
