import CloudRecord
package import JournalSeal
import SyncCore

/// Who may say what in a share: the owner everything, those who may write what is in an entry that the owner filed there.
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
    // help. The category itself and the pictures are the owner's.
    guard !isAtTop, place.recordType == JournalSchema.entryType, content.kind == .record, content.isFiled(in: root),
      content.version.values["trashedAt"] == nil
    else { return .forbidden }
    return switch FilingWord.worth(in: content, by: person, at: place, of: opened.state) {
    case .valid: .taken
    case .former: .former
    case .none: .forbidden
    }
  }

  /// Why another person's record of a shared category does not go from here, where this person may write; nil where it does. Readers
  /// would refuse it.
  func obstacle(at place: RecordPlace, of unsent: UnsentRecord) -> String? {
    switch place.recordType {
    case JournalSchema.categoryType: return "A shared category is its owner’s."
    case JournalSchema.imageType: return "Pictures in a shared category are its owner’s."
    default: break
    }
    guard let local = unsent.local, local.values["trashedAt"] == nil else {
      return "Only its owner moves this to the trash."
    }
    let known = unsent.seal?.later.values[SealMark.filedField]
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

  /// Whether an entry is one that this person has made there.
  func isAdded(_ place: RecordPlace) -> Bool {
    place.recordType == JournalSchema.entryType && isAdded(place.recordName, inZone: place.zone)
  }

  /// Whether a name is that of an entry that this person has made there.
  package func isAdded(_ name: String, inZone zone: String) -> Bool {
    AddedName.isMade(name, by: person.publicKeys.person, origin: form.origin, zone: zone)
  }

  /// The name of an entry that this person begins there.
  package func nameOfAdded(inZone zone: String, random: SealRandom) -> String {
    AddedName.fresh(by: person.publicKeys.person, origin: form.origin, zone: zone, random: random)
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
