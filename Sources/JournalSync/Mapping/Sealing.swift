import CloudRecord
package import JournalSeal
package import SyncCore

/// The step between a record's content and the wire: plain, or sealed under the journal's keys.
///
/// A value that is replaced whole when keys or mode change.
package struct Sealing: Sendable {
  /// What is done with a record that came plain.
  package enum PlainRecords: Hashable, Sendable {
    /// It is taken in.
    case taken
    /// It is taken in unless this device knows a sealed version of it: the journal is on its way to be sealed.
    ///
    /// - Parameter since: The number of the key from which on that counts: the newest one when encryption was turned on. What
    ///   was sealed before may have become plain while it was off.
    case takenWhereNeverSealed(since: UInt32)
    /// It is not taken in.
    case refused
  }

  /// The keys; nil where there are none, so that nothing is sealed and nothing sealed is opened.
  private let keys: JournalKeys?
  /// The shares whose keys are known, which seal what hangs on their roots.
  package private(set) var shares = ShareSeals()
  /// Whether what is sent is sealed.
  package let isSealed: Bool
  /// What becomes of plain records.
  package let plainRecords: PlainRecords
  private let random: SealRandom

  /// Records travel as they are: the owner of the service can read them. Apple's encrypts the fields that are written as
  /// encrypted (`body` and `mood`); ours keeps them as they came.
  package static let plain = Sealing()

  private init() {
    keys = nil
    isSealed = false
    plainRecords = .taken
    random = { _ in [] }
  }

  /// - Parameters:
  ///   - keys: All of the journal's, the newest of which seals.
  ///   - mode: As the ring's log has it. ``RingMode/open`` and ``RingMode/opening`` are believed only after a person has
  ///     agreed: what is sent is plain then.
  ///   - since: The number of the newest key when encryption was turned on last.
  ///   - random: Where nonces and keys of files come from.
  package init(keys: JournalKeys, mode: RingMode, since: UInt32 = 1, random: @escaping SealRandom) {
    self.keys = keys
    self.random = random
    isSealed = mode == .sealed || mode == .sealing
    plainRecords =
      switch mode {
      case .open, .opening: .taken
      case .sealing: .takenWhereNeverSealed(since: since)
      case .sealed: .refused
      }
  }

  /// What opens and seals what another person shares: nothing of it travels plain, and nothing of it is sealed beside a share.
  ///
  /// - Parameter shares: What is known of that person's shares.
  package init(guestOf shares: ShareSeals, random: @escaping SealRandom) {
    keys = nil
    self.shares = shares
    isSealed = true
    plainRecords = .refused
    self.random = random
  }

  /// The same with what is known of shares.
  package func holding(_ shares: ShareSeals) -> Sealing {
    var sealing = self
    sealing.shares = shares
    return sealing
  }

  /// Whether this seals with the same keys and in the same mode as another.
  package func isAlike(_ other: Sealing) -> Bool {
    keys == other.keys && shares == other.shares && isSealed == other.isSealed && plainRecords == other.plainRecords
  }

  /// Whether sealed records can be opened.
  var hasKeys: Bool { keys != nil }

  /// The names of all keys in hexadecimal digits.
  var keyNames: Set<String> { (keys?.names ?? []).union(shares.keyNames) }

  /// The number of the newest key; 0 where there is none.
  package var keyNumber: UInt32 { keys?.number ?? 0 }

  /// A key for one upload.
  func freshFileKey() -> FileKey { .fresh(random) }

  /// Seals the bytes of a file that is in memory.
  ///
  /// - Throws: ``SealFailure/damaged(_:)`` where the library cannot seal.
  func sealFile(_ bytes: [UInt8], key: FileKey) throws(SealFailure) -> [UInt8] {
    var sealer = try FileSealer(length: UInt64(bytes.count), key: key, random: random)
    var sealed = try sealer.seal(bytes)
    while let part = try sealer.tail() { sealed += part }
    return sealed
  }

  /// What a file needs that is sealed piece by piece elsewhere.
  func fileSealer(length: UInt64, key: FileKey) throws(SealFailure) -> FileSealer {
    try FileSealer(length: length, key: key, random: random)
  }

  /// Under which key of which share what lies in a place is sealed; for what is in none, the journal's newest key without an
  /// origin.
  ///
  /// - Parameter category: What an entry, or the entry of a picture, is filed under; as the next.
  func form(at place: RecordPlace, in category: String?) -> SharedForm {
    shares.inForce(at: place, in: category)?.form ?? SharedForm(origin: [], keyNumber: keyNumber)
  }

  /// Why nothing may be sealed for a place; nil where it may.
  ///
  /// - Parameter unsent: What is to be sealed there.
  func obstacle(at place: RecordPlace, in category: String?, of unsent: UnsentRecord) -> String? {
    guard let share = shares.inForce(at: place, in: category) else { return nil }
    if let trouble = share.trouble { return trouble.sentence }
    if !share.mayWrite { return "You may read this, not change it." }
    guard !share.isOwn else { return nil }
    // Beyond it no one would open the record.
    let most = SealMark.greatestCounter(ofParticipantUnder: share.form.keyNumber)
    guard let next = SealedContent.counter(after: unsent.counter), next <= most else {
      return "This goes once its owner has made another key for the share."
    }
    guard unsent.local != nil else { return "Only its owner removes this forever." }
    // It was on the server, and what is there now is the word of its removal.
    if place.recordType != JournalSchema.categoryType, unsent.changeTag == nil, unsent.seal?.share.isEmpty == false {
      return "Its owner has deleted this forever."
    }
    if unsent.hasLostEntry { return "Its entry’s owner has deleted that forever." }
    return share.isCategory ? share.obstacle(at: place, of: unsent) : nil
  }

  /// Has a content say where it is filed: the owner's version by the owner's word, another person's by the one that came with the
  /// version before, and one that this person has added by its name, a picture among them. What is in no category's share says nothing
  /// of it, nor does a picture of the owner's.
  ///
  /// - Parameter category: What an entry is filed under.
  /// - Throws: ``SealFailure`` where the library cannot sign.
  func file(_ content: inout SealedContent, at place: RecordPlace, in category: String?) throws(SealFailure) {
    let known = content.version.values.removeValue(forKey: SealMark.filedField)
    content.version.stamps[SealMark.filedField] = nil
    guard content.kind == .record, let share = shares.inForce(at: place, in: category), share.isCategory else { return }
    guard place.recordType == JournalSchema.entryType else {
      if !share.isOwn, share.isAdded(place) { content.version.values[SealMark.filedField] = .bytes(FilingWord.makers) }
      return
    }
    guard !share.isOwn else {
      let word = FilingWord(
        counter: content.counter, filedAt: content.version.stamps["category"],
        restoredAt: content.version.stamps["trashedAt"])
      content.version.values[SealMark.filedField] = .bytes(
        try word.signed(by: share.person, at: place, origin: share.form.origin))
      return
    }
    guard !FilingWord.isMakers(known), known != nil || !share.isAdded(place) else {
      content.version.values[SealMark.filedField] = .bytes(FilingWord.makers)
      return
    }
    guard case .bytes(let bytes)? = known else { return }
    let word = try FilingWord(decoding: bytes)
    // When it was filed is the owner's to say: what this device made of the times does not go.
    content.version.stamps["category"] = word.filedAt
    content.version.stamps["trashedAt"] = word.restoredAt
    content.version.values[SealMark.filedField] = known
  }

  /// Seals a content for one place: under the newest key of the share that it is in and signed, else under the journal's.
  ///
  /// - Parameter category: What an entry, or the entry of a picture, is filed under.
  /// - Returns: The sealed bytes, and the digest of the content.
  /// - Throws: ``SealFailure`` where there is no key, and for a content that could not be read back.
  package func seal(
    _ content: SealedContent, at place: RecordPlace, in category: String? = nil
  ) throws(SealFailure) -> (bytes: [UInt8], digest: [UInt8]) {
    if let share = shares.inForce(at: place, in: category) {
      guard share.trouble == nil else { throw .damaged("a share that is not in order") }
      let bytes = try SharedSeal.seal(content, at: place, in: share.opened, by: share.person, random: random)
      return (bytes, try content.digest())
    }
    guard let keys else { throw .damaged("no key to seal with") }
    try RecordSeal.check(content, at: place)
    let encoded = try content.encoded()
    let bytes = try RecordSeal.seal(bytes: encoded, at: place, under: keys.newest, random: random)
    return (bytes, Digest(of: encoded).bytes)
  }

  /// What was found in a seal.
  package struct Opened: Hashable, Sendable {
    /// How much what was sealed is worth.
    package enum Worth: Hashable, Sendable {
      /// It is taken in.
      case taken
      /// A person in a share wrote it who may not any more.
      case former
      /// A person wrote it who could not, or may not remove it.
      case forbidden
    }

    /// What was sealed; nil where it is forbidden.
    package var content: SealedContent?
    /// Under which key of which share; for the journal's keys the origin is empty.
    package var form: SharedForm
    /// Whether it may be taken in.
    package var worth = Worth.taken
    /// Whether it lies in a share of this person's own.
    package var isOwn = false
    /// Who signed it; nil for what is sealed under a key of the journal.
    package var signer: RecordSigner?
  }

  /// Opens a seal.
  ///
  /// - Throws: ``SealFailure``.
  package func open(_ bytes: [UInt8], at place: RecordPlace) throws(SealFailure) -> Opened {
    if SharedSeal.isShared(bytes) { return try openShared(bytes, at: place) }
    let id = try RecordSeal.keyID(of: bytes)
    guard let keys, let number = keys.number(of: id) else { throw .noKey(id) }
    let content = try RecordSeal.open(bytes, at: place, under: keys)
    // Under an older key, which who was removed still has, it counts for nothing.
    guard content.counter <= SealMark.greatestCounter || number < keyNumber else { throw .damaged("counter") }
    return Opened(content: content, form: SharedForm(origin: [], keyNumber: number))
  }

  private func openShared(_ bytes: [UInt8], at place: RecordPlace) throws(SealFailure) -> Opened {
    let id = try SharedSeal.keyID(of: bytes)
    guard let (share, isAtTop) = shares.share(of: id, at: place), let number = share.opened.box.keys.number(of: id)
    else {
      // A key of the journal's own never seals a share: no key that comes opens that.
      if keys?.number(of: id) != nil { throw .damaged("a share under a key of the journal") }
      throw .noKey(id)
    }
    let form = SharedForm(origin: share.opened.state.origin, keyNumber: number)
    var opened = Opened(form: form, isOwn: share.isOwn)
    let signed: SignedContent
    switch try SharedSeal.open(bytes, at: place, in: share.opened) {
    case .taken(let content): signed = content
    case .former(let content): (signed, opened.worth) = (content, .former)
    case .forbidden:
      opened.worth = .forbidden
      return opened
    }
    let isOwners = share.opened.state.owners.contains(signed.by)
    let isSelf = signed.by == share.person.publicKeys.person || share.isOwn && isOwners
    opened.signer = RecordSigner(address: share.opened.address(of: signed.by), isOwner: isOwners, isSelf: isSelf)
    let most = isOwners ? SealMark.greatestCounter : SealMark.greatestCounter(ofParticipantUnder: number)
    guard signed.content.counter <= most else { throw .damaged("counter") }
    let worth = share.worth(of: signed.content, by: signed.by, at: place, isOwners: isOwners, isAtTop: isAtTop)
    guard worth != .forbidden else {
      opened.worth = .forbidden
      return opened
    }
    if worth == .former { opened.worth = .former }
    opened.content = signed.content
    // Where something is by itself in a share, no word says where it is filed: one there would be a participant's.
    if isAtTop { opened.content?.version.values[SealMark.filedField] = nil }
    // An older program of the owner's carries a word of before along: its version says itself where the entry is, as of its own counter.
    if isOwners, FilingWord.counter(in: signed.content) != signed.content.counter {
      opened.content?.version.values[SealMark.filedField] = nil
    }
    return opened
  }
}

extension SealedContent {
  /// The SHA-256 of the content as it was sealed.
  func digest() throws(SealFailure) -> [UInt8] { Digest(of: try encoded()).bytes }
}

extension RecordPlace {
  /// The place of a record that came; the zone is the one that was asked, whatever the server says of it.
  init(of record: Record, inZone zone: String) {
    var entry = ""
    if record.recordType == JournalSchema.imageType, case .reference(let reference)? = record.fields["entry"]?.value {
      entry = reference.recordName
    }
    self.init(
      zone: zone, recordType: record.recordType, recordName: record.recordName, entry: entry)
  }
}
