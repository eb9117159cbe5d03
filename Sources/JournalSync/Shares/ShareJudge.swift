package import CloudRecord
import Encodings
package import JournalSeal
import SyncCore

/// Finds out which rings of shares are in force here: what the server shows is judged by what is kept, never taken for it.
package struct ShareJudge: Sendable {
  private let keeper: any ShareKeeping
  private let zone: String
  private let wrapping: any KeyWrapping

  /// - Parameter zone: The name of the zone on the wire, to which roots are bound.
  package init(_ keeper: any ShareKeeping, zone: String, wrapping: any KeyWrapping = HybridWrapping()) {
    (self.keeper, self.zone, self.wrapping) = (keeper, zone, wrapping)
  }

  /// Judges what the server showed last, keeps what follows from it, and opens what is in force.
  ///
  /// - Throws: The error of the disk. A ring that breaks a rule is no error: the known one stays.
  package func look() throws -> ShareSeals {
    let kept = try keeper.kept()
    let shown = Dictionary(try keeper.shown().map { ($0.recordName, $0) }) { $1 }
    guard !kept.isEmpty || !keeper.isGuest && !shown.isEmpty else { return ShareSeals() }
    let identities = try keeper.identities()
    guard let newest = identities.last else { return ShareSeals() }
    var shares: [ShareSeals.Share] = []
    let known = Set(kept.map(\.origin))
    for share in kept where share.phase != .ended {
      let record = shown[share.recordName]
      if let found = keeper.isGuest
        ? try guest(share, record, identities, newest) : try own(share, record, identities, newest, besides: known)
      {
        shares.append(found)
      }
    }
    guard !keeper.isGuest else { return ShareSeals(shares) }
    let inForce = Set(shares.map(\.name))
    for record in shown.values.sorted(by: { $0.recordName < $1.recordName }) {
      guard let name = ShareJudge.shareName(record), !inForce.contains(name),
        let (share, found) = try first(record, name, identities, newest, besides: known)
      else { continue }
      try keeper.keep(share)
      shares.append(found)
    }
    return ShareSeals(shares)
  }

  /// The name of the share whose keys a record holds; nil for a name of another form.
  private static func shareName(_ record: Record) -> String? {
    guard record.recordType == KeptShare.recordType, record.recordName.hasPrefix(KeptShare.prefix) else { return nil }
    return String(record.recordName.dropFirst(KeptShare.prefix.count))
  }

  /// The bytes of a ring in the record that holds it.
  package static func ring(in record: Record) -> [UInt8]? {
    guard record.recordType == KeptShare.recordType, case .bytes(let bytes)? = record.fields["ring"]?.value else {
      return nil
    }
    return bytes
  }

  // MARK: The owner's

  /// A ring that this device sees for the first time, as another one of the owner's has made it.
  ///
  /// Only under the newest identity, and where all that it ever had are this person's: a device that was removed could found one
  /// with the server, or go on with one, and would read what is sealed under its key.
  private func first(
    _ record: Record, _ name: String, _ identities: [KeyPair], _ newest: KeyPair, besides known: Set<[UInt8]>
  ) throws -> (KeptShare, ShareSeals.Share)? {
    guard let bytes = ShareJudge.ring(in: record), case .ring(let verified) = ShareJudge.verified(bytes, known: []),
      isOwn(verified, identities), verified.state.owner == newest.publicKeys, !known.contains(verified.state.origin),
      verified.state.root?.zone == zone, verified.state.root?.recordName == ShareJudge.root(ofShare: name),
      let opened = ShareJudge.opened(verified, ownedBy: identities)
    else { return nil }
    return (
      KeptShare(name: name, origin: verified.state.origin, ring: bytes),
      ShareSeals.Share(name: name, opened: opened, person: newest, isOwn: true, isInForce: true)
    )
  }

  private func isOwner(_ share: VerifiedShare, _ identities: [KeyPair]) -> Bool {
    identities.contains { $0.publicKeys == share.state.owner }
  }

  /// When a share was founded, by its owner's word: milliseconds since 1970.
  private static func founded(_ share: VerifiedShare) -> UInt64 { share.ring.log.first?.at ?? 0 }

  private func isOwn(_ share: VerifiedShare, _ identities: [KeyPair]) -> Bool {
    share.state.owners.isSubset(of: Set(identities.map(\.publicKeys.person)))
  }

  /// Whether a ring is under the newest identity, all that it ever had are this person's, and it opens.
  private func isOurs(_ share: VerifiedShare, _ identities: [KeyPair], _ newest: KeyPair) -> Bool {
    isOwn(share, identities) && share.state.owner == newest.publicKeys
      && ShareJudge.opened(share, ownedBy: identities) != nil
  }

  /// The name of the root by the share's: this program's shares are named after it.
  private static func root(ofShare name: String) -> String? {
    name.hasPrefix(shareNames) ? String(name.dropFirst(shareNames.count)) : nil
  }

  private static let shareNames = "share-"

  private func own(
    _ share: KeptShare, _ record: Record?, _ identities: [KeyPair], _ newest: KeyPair, besides known: Set<[UInt8]>
  ) throws -> ShareSeals.Share? {
    var share = share
    let isWhole = try keeper.isShownWhole()
    guard record != nil || !isWhole else {
      // The device that ended it has seen to its records. If only the server says so, nothing goes there any more: less is read.
      share.phase = .ended
      try keeper.keep(share)
      return nil
    }
    guard case .ring(var verified) = ShareJudge.verified(share.ring, known: []) else { return nil }
    var trouble: ShareTrouble?
    if let record, let bytes = ShareJudge.ring(in: record), bytes != share.ring {
      switch ShareJudge.verified(bytes, known: verified.state.heads) {
      case .newer: trouble = .newer
      // The known one is saved over it.
      case .broken: break
      case .ring(let shown):
        switch ShareVerdict(shown, by: verified) {
        case .same, .older: break
        case .forked where !isOwner(shown, identities): trouble = .ownKeysChanged
        // Another device of this person's replaced the identity and had not heard of whom this one let in: that is done once more.
        case .forked where isOurs(shown, identities, newest) && shown.replaces(verified):
          verified = shown
          share.ring = bytes
          try keeper.keep(share)
        case .forked: trouble = .forked
        case .another:
          // Another device of this person's ended it and shared the same anew, while this one was away. An older one in its place
          // is the server's doing.
          guard ShareJudge.founded(shown) > ShareJudge.founded(verified),
            let (next, found) = try first(record, share.name, identities, newest, besides: known)
          else {
            trouble = .another
            break
          }
          share.phase = .ended
          try keeper.keep(share)
          try keeper.keep(next)
          return found
        // A device of this person's whose keys are not known here yet may have gone on with it: nothing is saved over that.
        case .ownerChanged where !isOwner(shown, identities): trouble = .ownKeysChanged
        case .taken, .ownerChanged:
          // What an identity of before goes on with could be a removed device's, and so could another identity than ours.
          guard isOurs(shown, identities, newest) else { break }
          verified = shown
          share.ring = bytes
          try keeper.keep(share)
        }
      }
    }
    guard let opened = ShareJudge.opened(verified, ownedBy: identities) else { return nil }
    if verified.state.owner != newest.publicKeys { trouble = trouble ?? .renewalDue }
    return ShareSeals.Share(
      name: share.name, opened: opened, person: newest, isOwn: true, isInForce: share.phase == .inForce,
      trouble: trouble)
  }

  // MARK: Another person's

  private func guest(
    _ share: KeptShare, _ record: Record?, _ identities: [KeyPair], _ newest: KeyPair
  ) throws -> ShareSeals.Share? {
    var share = share
    guard case .ring(let verified) = ShareJudge.verified(share.ring, known: []), verified.state.root?.zone == zone,
      let known = opened(verified, share.link, identities)
    else { return nil }
    var found = (opened: known.opened, person: known.person)
    var trouble: ShareTrouble?
    if let record, let bytes = ShareJudge.ring(in: record), bytes != share.ring {
      switch ShareJudge.verified(bytes, known: verified.state.heads) {
      case .newer: trouble = .newer
      case .broken: break
      case .ring(let shown):
        switch ShareVerdict(shown, by: verified) {
        case .same, .older: break
        case .forked where !shown.replaces(verified): trouble = .ownerForked
        case .another: trouble = .another
        // Words say something only of a ring that lets this person in: only that can be gone on with.
        case .forked, .ownerChanged: trouble = member(of: shown, identities) == nil ? .notLetIn : .ownerChanged
        case .taken:
          if let next = opened(shown, share.link, identities) {
            found = next
            share.ring = bytes
            if shown.state.members[next.person.publicKeys.person] != nil { share.link = nil }
            try keeper.keep(share)
          } else {
            trouble = .removed
          }
        }
      }
    }
    let id = found.person.publicKeys.person
    if found.opened.state.members[id] == nil {
      trouble = trouble ?? .notIn
    } else if found.person != newest {
      trouble = trouble ?? .identityChanged
    }
    return ShareSeals.Share(
      name: share.name, opened: found.opened, person: found.person, isOwn: false, isInForce: true, trouble: trouble)
  }

  /// Opens a ring as one who takes part, under the newest identity that is in.
  private func member(
    of share: VerifiedShare, _ identities: [KeyPair]
  ) -> (opened: OpenedShare, person: KeyPair)? {
    for person in identities.reversed() {
      do {
        if let opened = try OpenedShare(share, as: person, wrapping: wrapping) { return (opened, person) }
      } catch {
        // A wrap that does not open is none.
        return nil
      }
    }
    return nil
  }

  /// The same, or else by the link.
  private func opened(
    _ share: VerifiedShare, _ link: [UInt8]?, _ identities: [KeyPair]
  ) -> (opened: OpenedShare, person: KeyPair)? {
    if let member = member(of: share, identities) { return member }
    guard let person = identities.last, let secret = link.flatMap({ ShareLink($0) }) else { return nil }
    do {
      return try OpenedShare(share, by: secret).map { ($0, person) }
    } catch {
      // A link's wrap that does not open is of another log than the owner's.
      return nil
    }
  }

  // MARK: Rings

  private enum Reading {
    case ring(VerifiedShare)
    case newer
    case broken
  }

  private static func verified(_ bytes: [UInt8], known: [[UInt8]]) -> Reading {
    do {
      return .ring(try VerifiedShare(decoding: bytes, known: known))
    } catch {
      return error == .newer ? .newer : .broken
    }
  }

  private static func opened(_ share: VerifiedShare, ownedBy identities: [KeyPair]) -> OpenedShare? {
    do { return try OpenedShare(share, ownedBy: identities) } catch {
      // Boxes that do not fit the log are a broken rule: the ring is not used.
      return nil
    }
  }
}
