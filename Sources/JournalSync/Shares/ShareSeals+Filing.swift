import CloudRecord
package import JournalSeal
import SyncCore

/// Who may say what in a share: the owner everything, those who may write what is in an entry that the owner filed there, and what
/// they add.
extension ShareSeals.Share {
  /// What a version is worth that a person signed who may write.
  ///
  /// - Parameters:
  ///   - person: Who signed it.
  ///   - isOwners: Whether that is one of the owner's identities.
  ///   - isAtTop: Whether the record, or the entry of a picture, is what is shared.
  func worth(
    of content: SealedContent, by person: PersonID, at place: RecordPlace, isOwners: Bool, isAtTop: Bool
  ) -> Sealing.Opened.Worth {
    // What is gone for good is the owner's word.
    if isAtTop, !isCategory { return isOwners || content.kind == .record ? .taken : .forbidden }
    if isOwners { return isAtTop || content.isFiled(in: root) ? .taken : .forbidden }
    // So is what is filed under a category: who may write in that could put words in the place of any other entry, with the server's
    // help. The category itself is the owner's, and so are pictures but those that the person adds.
    guard !isAtTop, content.kind == .record, content.isFiled(in: root), content.version.values["trashedAt"] == nil
    else { return .forbidden }
    switch place.recordType {
    case JournalSchema.entryType: break
    case JournalSchema.imageType:
      // No word of the owner's is ever in one: she seals it in her own name.
      // Nor does a file go without its bytes: the owner's device would send those that it has, whosever they are.
      guard FilingWord.isMakers(content.version.values[SealMark.filedField]), !place.entry.isEmpty,
        content.files.allSatisfy({ $0.length > 0 })
      else { return .forbidden }
    default: return .forbidden
    }
    return switch FilingWord.worth(in: content, by: person, at: place, of: opened.state) {
    case .valid: .taken
    case .former: .former
    case .none: .forbidden
    }
  }

  /// Why another person's record of a shared category does not go from here, where this person may write; nil where it does. Readers
  /// would refuse it.
  func obstacle(at place: RecordPlace, of unsent: UnsentRecord) -> String? {
    if place.recordType == JournalSchema.categoryType { return "A shared category is its owner’s." }
    guard let local = unsent.local, local.values["trashedAt"] == nil else {
      return "Only its owner moves this to the trash."
    }
    let known = unsent.seal?.later.values[SealMark.filedField]
    guard place.recordType != JournalSchema.imageType else {
      guard isAdded(place) else { return "Pictures in a shared category are its owner’s, but for those that you add." }
      // What the owner has sealed is the owner's.
      return unsent.changeTag == nil || FilingWord.isMakers(known)
        ? nil : "Its owner has taken this picture over: it is the owner’s now."
    }
    guard case .bytes(let word)? = known, !FilingWord.isMakers(known) else {
      // Until the owner's computer has seen it, what a person adds is the maker's alone to change.
      if isAdded(place), unsent.changeTag == nil || known != nil { return nil }
      // An older program of the owner's may have saved it, which knows no words of filing.
      return unsent.seal?.share.isEmpty ?? true
        ? "It was begun under other keys, or elsewhere; only its owner files that here." : sealedAnewFirst
    }
    guard let owner = opened.state.owner, FilingWord.isSigned(word, by: owner, at: place, origin: form.origin) else {
      return sealedAnewFirst
    }
    return nil
  }

  /// Whether an entry or a picture is one that this person has made there.
  package func isAdded(_ place: RecordPlace) -> Bool {
    switch place.recordType {
    case JournalSchema.entryType: AddedName.isMade(place, by: person.publicKeys.person, origin: form.origin)
    case JournalSchema.imageType:
      !place.entry.isEmpty && AddedName.isMade(place, by: person.publicKeys.person, origin: form.origin)
    default: false
    }
  }

  /// The name of an entry that this person begins there, or of a picture that this person adds to an entry there.
  ///
  /// - Parameter entry: The name of the picture's entry; empty for an entry.
  package func nameOfAdded(inZone zone: String, toEntry entry: String = "", random: SealRandom) -> String {
    AddedName.fresh(by: person.publicKeys.person, origin: form.origin, zone: zone, entry: entry, random: random)
  }

  private var sealedAnewFirst: String { "This goes once a computer of its owner’s has sealed the entry anew." }
}

extension SealedContent {
  /// Whether an entry says that it is filed under a category; what is no entry, or is gone, says nothing against it.
  fileprivate func isFiled(in category: String) -> Bool {
    guard version.recordType == JournalSchema.entryType, kind == .record else { return true }
    if case .reference(let reference)? = version.values["category"] { return reference.recordName == category }
    return false
  }
}
