import JournalSeal
import SealKit
import Testing

@Suite struct KeptKeysTests {
  private let home: Household
  private let kept: KeptKeys

  init() throws {
    home = try Household()
    let ring = try home.founded()
    kept = KeptKeys(
      account: "https://host iCloud.x _ada", accountBefore: "http://host iCloud.x _ada", device: home.laptop,
      ring: KeptKeys.Ring(
        id: ring.verified.ring.id, serial: 1, head: ring.verified.state.head, keys: ring.box.keys,
        nameKey: ring.box.nameKey, entrance: .recoveryKey), recovery: home.recoveryKey,
      recoveryNext: .fresh(home.random), recoveryAsked: 2, state: .founding)
  }

  @Test func keysOfARingThatWasGivenUpOpenAndSealNothing() throws {
    let (ring, other) = (try home.founded(), try Household(seed: 9).founded())
    let old = try RecordSeal.seal(Sample.content(), at: Sample.entry, under: other.box.keys.newest, random: home.random)
    var kept = kept
    kept.formerKeys = other.box.keys.all
    #expect(try KeptKeys(decoding: kept.encoded()) == kept)
    let keys = ring.box.keys.opening(kept.formerKeys)
    #expect(keys.newest == ring.box.keys.newest && keys.all == ring.box.keys.all)
    #expect(try RecordSeal.open(old, at: Sample.entry, under: keys) == Sample.content())
    #expect(keys.number(of: other.box.keys.newest.id) == 0 && ring.box.keys.number(of: other.box.keys.newest.id) == nil)
  }

  private func text(_ keys: KeptKeys) throws -> String { String(decoding: try keys.encoded(), as: UTF8.self) }

  @Test func keysComeBack() throws {
    #expect(try KeptKeys(decoding: kept.encoded()) == kept)
    for state in [KeptKeys.State.waiting, .removed] {
      let alone = KeptKeys(account: "a", device: home.attic, state: state)
      #expect(try KeptKeys(decoding: alone.encoded()) == alone)
    }
    #expect(try text(kept).contains("\"version\":2"))
    // What the first format said is read.
    var former = kept
    former.formerKeys = []
    (former.recoveryNext, former.accountBefore) = (nil, nil)
    let text = try text(former).replacing("\"version\":2", with: "\"version\":1")
    #expect(try KeptKeys(decoding: Array(text.utf8)) == former)
  }

  @Test func whatIsNotUnderstoodIsRefused() throws {
    let good = try text(kept)
    let seed = String(try #require(good.firstMatch(of: /"signing":"([0-9a-f]{64})"/)?.1))
    for (from, to) in [
      ("\"serial\":1", "\"serial\":9223372036854775808"), ("\"serial\":1,", ""), ("\"number\":1", "\"number\":2"),
      (seed, String(seed.dropLast())), (seed, seed.uppercased()), ("\"state\":\"founding\"", "\"state\":\"lost\""),
      ("\"recoveryAsked\":2", "\"recoveryAsked\":-1"), ("\"entrance\":\"recoveryKey\"", "\"entrance\":\"x\""),
      ("{\"account\"", "{\"more\":1,\"account\""), ("\"version\":2", "\"version\":0"), ("{", "["),
    ] {
      let changed = good.replacing(from, with: to, maxReplacements: 1)
      #expect(changed != good || from == to.lowercased(), "\(from)")
      guard changed != good else { continue }
      #expect(throws: SealFailure.self, "\(to)") { try KeptKeys(decoding: Array(changed.utf8)) }
    }
    #expect(throws: SealFailure.newer) {
      try KeptKeys(decoding: Array(good.replacing("\"version\":2", with: "\"version\":3,\"x\":1").utf8))
    }
    var ready = KeptKeys(account: "a", device: home.attic, state: .ready)
    ready.ring = nil
    #expect(throws: SealFailure.self) { try KeptKeys(decoding: ready.encoded()) }
  }

  @Test func failuresNameNoSecret() throws {
    let good = try text(kept)
    let seed = String(try #require(good.firstMatch(of: /"agreement":"([0-9a-f]{64})"/)?.1))
    do {
      _ = try KeptKeys(decoding: Array(good.replacing(seed, with: "zz" + seed.dropFirst(2)).utf8))
      Issue.record("taken")
    } catch {
      #expect(!"\(error)".contains(seed.suffix(20)))
    }
  }
}
