import CloudRecord
import CloudService
import Testing

@Suite struct AssetTests {
  private func file(_ record: Record?) -> Asset? {
    guard case .asset(let asset)? = record?.fields["file"]?.value else { return nil }
    return asset
  }

  private func download(_ world: World, _ asset: Asset?) throws -> StoredAsset {
    let ticket = World.token(asset?.downloadURL ?? "")
    return try world.storage.read { try world.service.assetForDownload(ticket: ticket, now: world.now, in: $0) }
  }

  @Test(arguments: TestStorage.allCases)
  func anUploadedFileCanBeSavedAndRead(storage: TestStorage) throws {
    let world = try World.withJournal(storage)
    let asset = try world.upload("picture", size: 1234)
    #expect(asset.size == 1234 && asset.receipt != nil && asset.wrappingKey != nil && asset.referenceChecksum != nil)
    let saved = try world.modify([.create("a", ["file": .asset(asset)])]).outcomes[0].record
    for told in [file(saved), file(try world.record("a"))] {
      #expect(told?.fileChecksum == asset.fileChecksum && told?.size == 1234 && told?.receipt == nil)
      #expect(told?.downloadURL?.hasPrefix("https://host/assets/1/download/") == true)
      #expect(try download(world, told).objectKey.hasPrefix("object-picture"))
    }
    guard case .changed(let change)? = try world.changes().changes.first else { throw MissingChange() }
    #expect(file(change)?.downloadURL != nil)
  }

  struct MissingChange: Error {}

  @Test(arguments: TestStorage.allCases)
  func aFileNeedsProofThatItWasUploaded(storage: TestStorage) throws {
    let world = try World.withJournal(storage)
    let asset = try world.upload("mine")
    let other = try world.upload("other")
    let bobs = try world.upload("bob's", world.call("_bob"))
    var bare = asset
    bare.receipt = nil
    var swapped = asset
    swapped.receipt = other.receipt
    var forged = asset
    forged.receipt = asset.receipt.map { "B" + $0.dropFirst() }
    var nonsense = asset
    nonsense.receipt = "?"
    for refused in [bare, swapped, forged, nonsense, bobs] {
      #expect(try world.modify([.create("a", ["file": .asset(refused)])]).outcomes[0].error?.code == .badRequest)
    }
    #expect(try world.modify([.create("a", ["file": .asset(asset)])]).outcomes[0].error == nil)
    // What a client read, it may send back.
    let read = try #require(file(try world.record("a")))
    #expect(try world.modify([.force("a", ["file": .asset(read), "n": .int64(1)])]).outcomes[0].error == nil)
    #expect(try world.modify([.create("b", ["file": .asset(read)])]).outcomes[0].error?.code == .badRequest)
    #expect(
      try world.modify([.create("c", ["files": .list([.asset(asset), .asset(other)])])]).outcomes[0].error == nil)
  }

  @Test(arguments: TestStorage.allCases)
  func aFileCanBeNamedByAnotherRecordToo(storage: TestStorage) throws {
    let world = try World.withJournal(storage)
    try world.modify([.create("a", ["file": .asset(try world.upload("x"))]), .create("plain")])
    let references = [
      AssetRereference(recordName: "a", fieldName: "file"), AssetRereference(recordName: "plain", fieldName: "file"),
      AssetRereference(recordName: "none", fieldName: "file"), AssetRereference(recordName: "_\u{0}", fieldName: "x"),
    ]
    let outcomes = try world.storage.read {
      try world.service.rereference(references, zoneID: World.journal, world.call(), in: $0)
    }
    guard case .asset(let asset) = outcomes[0] else { throw MissingChange() }
    #expect(try world.modify([.create("b", ["file": .asset(asset)])]).outcomes[0].error == nil)
    for outcome in outcomes.dropFirst() {
      guard case .failed(_, let error) = outcome else { throw MissingChange() }
      #expect(error.code == .notFound)
    }
  }

  @Test(arguments: TestStorage.allCases)
  func anAddressHoldsForOneUploadWithinItsTime(storage: TestStorage) throws {
    let world = try World.withJournal(storage)
    func target() throws -> String {
      let targets = try world.storage.write {
        try world.service.uploadTargets(
          [AssetUploadToken(recordType: "Picture", fieldName: "file", recordName: "a")], zoneID: World.journal,
          world.call(), in: $0)
      }
      #expect(targets[0].recordName == "a" && targets[0].url.hasPrefix("https://host/assets/1/upload/"))
      return World.token(targets[0].url)
    }
    func finish(_ token: String, size: Int64 = 1) throws -> ServerErrorCode? {
      try refusal {
        _ = try world.storage.write {
          try world.service.finishUpload(
            token: token, fileChecksum: World.checksum("x"), size: size, objectKey: "o", now: world.now, in: $0)
        }
      }?.code
    }
    func begin(_ token: String) throws -> ServerErrorCode? {
      try refusal {
        _ = try world.storage.read { try world.service.beginUpload(token: token, now: world.now, in: $0) }
      }?.code
    }
    let first = try target()
    #expect(first.utf8.count == 43)
    #expect(try finish(first, size: 1 + (250 << 20)) == .badRequest)
    #expect(try begin(first) == nil)
    #expect(try finish(first) == nil)
    #expect(try begin(first) == .badRequest)
    #expect(try finish(first) == .badRequest)
    let second = try target()
    world.advance(15 * 60_000)
    #expect(try begin(second) == .badRequest)
    #expect(try begin("unknown") == .notFound)
    world.advance(1)
    _ = try world.housekeeping()
    #expect(try begin(second) == .notFound)
  }

  @Test(arguments: TestStorage.allCases)
  func anAnnouncedSizeIsTheOnlyOneThatIsTaken(storage: TestStorage) throws {
    let world = try World.withJournal(storage)
    let targets = try world.storage.write {
      try world.service.uploadTargets(
        [AssetUploadToken(recordType: "Picture", fieldName: "file", size: 5)], zoneID: World.journal, world.call(),
        in: $0)
    }
    let token = World.token(targets[0].url)
    func finish(_ size: Int64) throws -> ServerErrorCode? {
      try refusal {
        _ = try world.storage.write {
          try world.service.finishUpload(
            token: token, fileChecksum: World.checksum("x"), size: size, objectKey: "o", now: world.now, in: $0)
        }
      }?.code
    }
    let begun = try world.storage.read { try world.service.beginUpload(token: token, now: world.now, in: $0) }
    #expect(begun.expectedSize == 5)
    for size in [0, 4, 6, 250 << 20] as [Int64] { #expect(try finish(size) == .badRequest) }
    #expect(try finish(5) == nil)
  }

  @Test(arguments: TestStorage.allCases)
  func uploadsAreCheckedBeforeTheyBegin(storage: TestStorage) throws {
    let world = try World.withJournal(storage)
    func code(_ tokens: [AssetUploadToken], zone: ZoneID? = nil, quota: Int64? = nil) throws -> ServerErrorCode? {
      try refusal {
        _ = try world.storage.write {
          try world.service.uploadTargets(tokens, zoneID: zone, world.call(quota: quota), in: $0)
        }
      }?.code
    }
    let fine = AssetUploadToken(recordType: "Picture", fieldName: "file")
    #expect(try code([fine]) == nil)
    #expect(try code([AssetUploadToken](repeating: fine, count: 201)) == .badRequest)
    #expect(try code([AssetUploadToken(recordType: "a b", fieldName: "file")]) == .badRequest)
    #expect(try code([AssetUploadToken(recordType: "P", fieldName: "")]) == .badRequest)
    #expect(try code([AssetUploadToken(recordType: "P", fieldName: "f", recordName: "_x")]) == .badRequest)
    for size in [-1, 1 + (250 << 20)] as [Int64] {
      #expect(try code([AssetUploadToken(recordType: "P", fieldName: "f", size: size)]) == .badRequest)
    }
    #expect(try code([fine], zone: ZoneID(zoneName: "None")) == .zoneNotFound)
    #expect(try code([fine], quota: 0) == .quotaExceeded)
  }

  @Test(arguments: TestStorage.allCases)
  func aLinkHoldsForAWhileAndCannotBeForged(storage: TestStorage) throws {
    let world = try World.withJournal(storage)
    try world.modify([.create("a", ["file": .asset(try world.upload("x"))])])
    let asset = try #require(file(try world.record("a")))
    let ticket = World.token(asset.downloadURL ?? "")
    func code(_ ticket: String) throws -> ServerErrorCode? {
      try refusal {
        _ = try world.storage.read { try world.service.assetForDownload(ticket: ticket, now: world.now, in: $0) }
      }?.code
    }
    #expect(try code(ticket) == nil)
    for forged in [
      "", "x", String(ticket.dropLast(4)), ticket + "AAAA", "B" + ticket.dropFirst(), asset.receipt ?? "AQYA",
    ] {
      #expect(try code(forged) == .accessDenied)
    }
    world.advance(60 * 60_000)
    #expect(try code(ticket) == .accessDenied)
  }

  @Test(arguments: TestStorage.allCases)
  func aFileThatNoRecordNamesGoesAfterItsQuarantine(storage: TestStorage) throws {
    let world = try World.withJournal(storage)
    let day: Int64 = 86_400_000
    let (kept, dropped) = (try world.upload("kept"), try world.upload("dropped"))
    try world.modify([.create("a", ["file": .asset(kept)]), .create("b", ["file": .asset(dropped)])])
    #expect(try world.housekeeping().isEmpty)
    try world.modify([.delete("b")])
    #expect(try world.housekeeping().isEmpty)
    world.advance(6 * day)
    #expect(try world.housekeeping().isEmpty)
    // Uploaded once more, it is wanted again, and its time begins anew.
    let again = try world.upload("dropped")
    world.advance(6 * day)
    #expect(try world.housekeeping().isEmpty)
    world.advance(8 * day)
    #expect(try world.housekeeping().map(\.fileChecksum) == [dropped.fileChecksum])
    #expect(try world.modify([.create("c", ["file": .asset(again)])]).outcomes[0].error?.code == .badRequest)
    #expect(try download(world, file(try world.record("a"))).fileChecksum == kept.fileChecksum)
  }

  @Test func checksumsLookLikeApples() {
    let checksum = World.checksum("anything")
    #expect(checksum.utf8.count == 28 && checksum.hasPrefix("A"))
    #expect(checksum != World.checksum("anything else"))
  }
}
