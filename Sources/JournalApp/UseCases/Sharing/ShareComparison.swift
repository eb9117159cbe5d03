import CloudRecord
import JournalCore
package import JournalFormats
import JournalSeal
import JournalStore
import JournalSync
import SyncCore

/// The twelve words that two people compare, by a way that the server has no part in: whether each sees the other's true keys.
package struct ShareComparison: Sendable {
  /// The twelve words, the same for both.
  package let words: [String]
  /// The other person's address.
  package let address: String
  /// Whether they were typed as they are, so that the keys are known for true from now on.
  package let isConfirmed: Bool

  /// The members of a comparison in an answer.
  package func write(to json: inout JSONWriter) {
    json.member("address", address)
    json.member("words", words.joined(separator: " "))
    json.member("confirmed", isConfirmed)
  }

  /// Compares two identities.
  ///
  /// - Parameter typed: What a person typed; nil to be shown the words.
  /// - Throws: ``CommandFailure`` for other words.
  init(_ one: PublicKeys, _ other: PublicKeys, at address: String, typed: String?) throws {
    let words: IdentityWords
    do { words = try IdentityWords(one, other) } catch {
      throw CommandFailure(.invalidInput, "The server shows your own keys as those of \(address). Nothing was changed.")
    }
    (self.words, self.address) = (words.shown, address)
    guard let typed else {
      isConfirmed = false
      return
    }
    do {
      isConfirmed = try words.isTyped(typed)
    } catch .count(let count) {
      throw CommandFailure.usage("These are \(count) words. Type the twelve that the other person sees.")
    } catch .unknown(let place) {
      throw CommandFailure.usage("Word \(place) is none of those that are shown. Four letters of it are enough.")
    }
    guard isConfirmed else {
      throw CommandFailure(
        .invalidInput,
        "The words are others: one of you sees keys that are not those of the other. Trust nothing that comes by this share, and "
          + "tell each other so. Nothing was changed.")
    }
  }
}

extension SharingDesk {
  /// Compares words with a person who has accepted what is shared; with the right ones the person is let in, or is known for sure.
  ///
  /// - Parameter typed: What a person typed; nil to be shown the words.
  /// - Throws: ``CommandFailure`` where the person has not accepted, for other words, and where the server refuses.
  package func verify(_ target: ShareTarget, _ person: String, typed: String?) async throws -> ShareComparison {
    let comparison = try await withShareKeys { desk, connection in
      let name = try await shareName(target, connection)
      guard let sharing = try await find(name, connection)?.sharing,
        let share = try await desk.change(name, { _, _ in false })
      else { throw Self.notShared(target) }
      guard let place = Self.place(of: person, in: sharing.participants),
        let address = sharing.participants[place].emailAddress?.lowercased()
      else { throw CommandFailure(.notFound, "\(target.quoted) is not shared with “\(person)”.") }
      // Of a person who was in before, the keys are known already. Others of theirs, whose words were compared by what they share
      // themselves, come before those under which they are in.
      let pin = try desk.pin(at: address)
      let shown = try Self.identity(sharing.participants[place], address, share.opened)
      let isIn = shown.map { $0.person == share.opened.person(at: address) } ?? false
      guard let theirs = isIn && pin?.trust == .words ? pin?.identity : shown ?? pin?.identity else {
        throw CommandFailure(.notFound, "\(address) has not accepted yet, so there are no keys to compare.")
      }
      let comparison = try ShareComparison(share.person.publicKeys, theirs, at: address, typed: typed)
      guard comparison.isConfirmed else { return comparison }
      try await desk.change(name) { draft, opened in
        let present = opened.person(at: address)
        guard present != theirs.person else {
          draft.noteWords(of: theirs.person)
          return true
        }
        // What the person may is the owner's word, and not the server's.
        let right = present.flatMap { opened.state.permission(of: $0) } ?? opened.own?.invitations[address] ?? .read
        if let present { try draft.remove(present) }
        try draft.add(theirs, at: address, right, trust: .words)
        return true
      }
      try desk.pin(theirs, at: address, trust: .words)
      return comparison
    }
    if comparison.isConfirmed { try await sendAnew() }
    return comparison
  }

  /// The identity that a person came with, or else the one under which the person is in.
  private static func identity(
    _ row: ShareParticipant, _ address: String, _ share: OpenedShare
  ) throws -> PublicKeys? {
    if row.status == .accepted, let info = row.protectionInfo {
      let join: ShareJoin?
      do { join = try ShareJoin(decoding: info.bytes) } catch {
        // What cannot be read is no identity.
        join = nil
      }
      if let join, join.ring == share.state.ring, share.state.heads.contains(join.head), join.address == address {
        return join.identity
      }
    }
    return share.person(at: address).flatMap { share.state.people[$0] }
  }
}

extension GuestDesk {
  /// Compares words with the owner of what is shared; with the right ones the owner's keys are known for sure, and those that
  /// another computer of theirs made since are taken.
  ///
  /// - Parameters:
  ///   - reference: A shared entry.
  ///   - typed: What a person typed; nil to be shown the words.
  /// - Returns: nil where no shared entry is meant.
  /// - Throws: ``CommandFailure`` for a share that travels plain, another address than the owner's, and other words.
  package func verify(_ reference: String, _ address: String, typed: String?) throws -> ShareComparison? {
    let open = try guests.open()
    let found: ShareComparison?
    do { found = try verify(reference, address, typed, in: open) } catch {
      try guests.close(open)
      throw error
    }
    try guests.close(open)
    return found
  }

  private func verify(
    _ reference: String, _ address: String, _ typed: String?, in open: [GuestJournal]
  ) throws -> ShareComparison? {
    guard let (title, found, guest) = try sealed(reference, in: open) else { return nil }
    guard let share = found, let settings = try AccountDesk(own, environment: environment).settings(),
      let keeper = ShareKeeper(ofGuest: guest.journal.paths, settings, guest.journal.store),
      let known = share.opened.state.owner, let theirAddress = share.opened.address(of: known.person),
      let me = try keeper.identities().last
    else {
      throw CommandFailure(
        .invalidInput, "\(title) is not shared encrypted: there are no keys to compare.")
    }
    guard trimmingSpace(address).lowercased() == theirAddress else {
      throw CommandFailure(.notFound, "\(title) is \(theirAddress)’s. Compare with them.")
    }
    let next = try keeper.next(of: share)
    // The keys that are known are not those that the owner sees: their words would tell of a stranger between the two.
    if let trouble = share.obstacle(toComparing: next?.owner) {
      throw CommandFailure(.invalidInput, "\(title): \(trouble.sentence) Nothing was compared.")
    }
    let comparison: ShareComparison
    do {
      comparison = try ShareComparison(me.publicKeys, next?.owner ?? known, at: theirAddress, typed: typed)
    } catch let failure as CommandFailure where failure.code == .invalidInput && share.trouble == .identityChanged {
      // No stranger is between the two: the owner has the former keys of this person.
      throw CommandFailure(
        .invalidInput,
        "The words are others: your own keys were replaced since, and \(theirAddress) may still see the former ones. Share something "
          + "with them and compare its words first, or have them take you out of it and invite you again. Nothing was changed."
      )
    }
    guard comparison.isConfirmed else { return comparison }
    if let next { try keeper.keep(next.kept) }
    try StoredShareRings(own.store).pin(
      (next?.owner ?? known).encoded, at: theirAddress, trust: OwnersBox.Trust.words.rawValue)
    return comparison
  }
}

extension GuestDesk {
  /// The keys under which an entry came, or a category by its name, with its title in quotes; nil where neither is meant.
  private func sealed(
    _ reference: String, in open: [GuestJournal]
  ) throws -> (title: String, share: ShareSeals.Share?, guest: GuestJournal)? {
    let wanted = trimmingSpace(reference).lowercased()
    for guest in open {
      let named = guest.seals?.all.filter {
        guest.names.contains($0.name) && $0.opened.box.title.lowercased() == wanted
      }
      if let share = named?.first, named?.count == 1 { return ("“\(share.opened.box.title)”", share, guest) }
    }
    guard let (entry, guest) = try guests.entry(reference, in: open) else { return nil }
    return (EntryNaming.quoted(entry), guest.seal(of: entry.id, in: entry.category), guest)
  }
}

extension ShareSeals.Share {
  /// Why the words of the owner's identity say nothing at present; nil where they do.
  ///
  /// - Parameter next: The identity with which the ring that the server shows goes on, and lets this person in; nil for none.
  func obstacle(toComparing next: PublicKeys?) -> ShareTrouble? {
    switch trouble {
    case .ownerChanged: next == nil ? .notLetIn : nil
    case .ownerForked, .another, .newer, .notLetIn: trouble
    case nil, .notIn, .removed, .identityChanged, .renewalDue, .forked, .ownKeysChanged: nil
    }
  }
}

extension ShareKeeper {
  /// The ring with which another identity of the owner's goes on, as the server shows it; nil where there is none that this person
  /// can open.
  fileprivate func next(of share: ShareSeals.Share) throws -> (kept: KeptShare, owner: PublicKeys)? {
    guard share.trouble == .ownerChanged,
      let bytes = try shown().first(where: { $0.recordName == KeptShare.prefix + share.name }).flatMap(ShareJudge.ring)
    else { return nil }
    do {
      let verified = try VerifiedShare(decoding: bytes, known: share.opened.state.heads)
      let isNext =
        ShareVerdict(verified, by: share.opened.verified) == .ownerChanged || verified.replaces(share.opened.verified)
      guard isNext, let owner = verified.state.owner,
        try identities().contains(where: {
          try OpenedShare(verified, as: $0, wrapping: HybridWrapping()) != nil
        })
      else { return nil }
      return (KeptShare(name: share.name, origin: verified.state.origin, ring: bytes), owner)
    } catch is RingFailure {
      // What breaks a rule is not taken, whatever was compared.
      return nil
    }
  }
}
