import JournalSeal
import SealKit

extension FuzzTarget {
  /// A share that keeps the rules is taken; one that was changed by a byte is not, and the same goes for what people give
  /// who join, and for signed records.
  ///
  /// The first byte says what the others are: bytes of one of these forms, changes of a good one, a box as only the owner could
  /// have made it, or what an owner does.
  static let share = FuzzTarget("share", "shares' rings, their boxes, those who join, and signed records") { bytes in
    guard let first = bytes.first else { return }
    let (home, rest) = (SharedHome.shared, Array(bytes.dropFirst()))
    switch first % 8 {
    case 0: attempt { _ = try VerifiedShare(decoding: rest) }
    case 1: attempt { _ = try ShareJoin(decoding: rest) }
    case 2: attempt { _ = try SharedSeal.open(rest, at: Sample.entry, in: home.share) }
    case 3:
      tryChanged(home.share.verified.ring.encoded, by: rest) {
        let ring = try ShareRing(decoding: $0)
        Plant.fault(if: ring.serial == 7)
        _ = try VerifiedShare(ring, known: home.share.state.heads)
      }
    case 4:
      tryChanged(home.join.encoded, by: rest) {
        promise(try !ShareJoin(decoding: $0).isProved(by: home.link), "a changed proof was taken")
        throw SealFailure.newer
      }
    case 5:
      tryChanged(home.sealed, by: rest) { changed in
        _ = try SharedSeal.open(changed, at: Sample.entry, in: home.share)
      }
    case 6:
      attempt {
        let opened = try home.opened(box: rest)
        promise(opened.box.encoded == rest, "a box has two encodings")
      }
    default: home.act(rest)
    }
  }

  /// Bytes that differ from good ones are refused.
  private static func tryChanged(_ good: [UInt8], by changes: [UInt8], _ read: ([UInt8]) throws -> Void) {
    let changed = changed(good, by: changes)
    guard changed != good else { return }
    attempt {
      try read(changed)
      fatalError("changed bytes were taken")
    }
  }
}

/// People and a share that are the same in each run, but for the wraps.
private final class SharedHome: Sendable {
  static let shared = SharedHome()

  let circle: Circle
  let share: OpenedShare
  let link: ShareLink
  let join: ShareJoin
  let sealed: [UInt8]

  private init() {
    do {
      let circle = try Circle()
      let share = try circle.changed(circle.shared()) { try $0.invite("dora@x", .write) }
      guard let link = share.link(for: "dora@x") else { fatalError("an invitation without a link") }
      (self.circle, self.share, self.link) = (circle, share, link)
      join = try ShareJoin(circle.mallory, at: "dora@x", to: share.verified, time: circle.time, link: link)
      sealed = try SharedSeal.seal(Sample.content(), at: Sample.entry, in: share, by: circle.ben, random: circle.random)
    } catch {
      fatalError("nothing is shared: \(error)")
    }
  }

  /// A share with any box, sealed and signed as its owner does.
  func opened(box: [UInt8]) throws -> OpenedShare {
    let known = share.verified
    let bytes = try ShareRing.encoded(
      id: known.ring.id, serial: 9, log: known.ring.log, wraps: known.ring.wraps, middle: known.ring.middle, box: box,
      key: share.box.keys.newest, signer: PersonKeys(circle.anna), random: circle.random)
    return try OpenedShare(VerifiedShare(decoding: bytes, known: known.state.heads), newest: share.box.keys.newest)
  }

  /// The owner changes the share, each byte one step: whom it is about, and what is done.
  func act(_ steps: [UInt8]) {
    var share = share
    let people = [circle.ben, circle.cleo, circle.mallory]
    let addresses = ["ben@x", "cleo@x", "dora@x"]
    var owner = circle.anna
    for step in steps.prefix(8) {
      let (place, what) = (Int(step >> 5) % 3, step & 7)
      let person = people[place].publicKeys
      do {
        let next = try circle.changed(share, by: owner) { draft in
          switch what {
          case 0: try draft.add(person, at: addresses[place], .write, trust: .link)
          case 1: try draft.add(person, at: addresses[place], .read, trust: .publicLink)
          case 2: try draft.remove(person.person)
          case 3: try draft.setPermission(of: person.person, to: .write)
          case 4: try draft.setPermission(of: person.person, to: .read)
          case 5: try draft.invite(step & 16 == 0 ? "" : addresses[place], .read)
          case 6: try draft.withdraw(step & 16 == 0 ? "" : addresses[place])
          default: try draft.changeOwner(to: circle.annaLater)
          }
        }
        if what == 7 { owner = circle.annaLater }
        promise(
          ShareVerdict(next.verified, by: share.verified) == (what == 7 ? .ownerChanged : .taken),
          "a change is no change")
        share = next
      } catch {
        // Refused: the share stays as it was.
        continue
      }
      check(share, people: people)
    }
  }

  /// Those who take part open the share and no other does; those who write, and no other, are taken in.
  private func check(_ share: OpenedShare, people: [KeyPair]) {
    for person in people {
      let permission = share.state.permission(of: person.publicKeys.person)
      do {
        let opened = try circle.seen(share, by: person)
        promise((permission != nil) == (opened != nil), "one who takes part, and no other, opens the share")
        let sealed = try SharedSeal.seal(
          bytes: Sample.content().encoded(), at: Sample.entry, origin: share.state.origin,
          under: share.box.keys.newest, by: person, random: circle.random)
        let opening = try SharedSeal.open(sealed, at: Sample.entry, in: share)
        var isTaken = false
        if case .taken = opening { isTaken = true }
        promise(isTaken == (permission == .write), "one who writes, and no other, is taken in")
      } catch {
        fatalError("a good share does not open: \(error)")
      }
    }
  }
}
