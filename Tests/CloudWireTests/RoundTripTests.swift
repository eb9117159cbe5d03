import CloudRecord
import CloudWire
import Testing

/// What one side writes is what the other side reads, to the last byte of every value.
@Suite struct RoundTripTests {
  private static let seeds = Array(UInt64(1)...150)

  @Test(arguments: seeds)
  func requestsComeAcross(_ seed: UInt64) throws {
    var make = ValueGenerator(seed: seed, isAnswer: false)
    let modify = ModifyRequest(
      operations: make.list(0...5) { $0.operation() }, zoneID: make.maybe { $0.zoneID() }, isAtomic: make.chance(),
      desiredKeys: make.maybe { $0.list(0...3) { $0.name() } })
    #expect(try RequestReader(RequestWriter.modify(modify)).modify() == modify)

    let lookup = LookupRequest(
      items: make.list(0...3) { LookupRequest.Item(recordName: $0.text(), desiredKeys: $0.maybe { [$0.name()] }) },
      zoneID: make.maybe { $0.zoneID() }, desiredKeys: make.maybe { [$0.name()] })
    #expect(try RequestReader(RequestWriter.lookup(lookup)).lookup() == lookup)

    let zones = make.list(0...3) { $0.zoneChangesRequest() }
    #expect(try RequestReader(RequestWriter.zoneChanges(zones)).zoneChanges().requests == zones)
  }

  @Test(arguments: seeds)
  func requestsAboutOtherThingsComeAcross(_ seed: UInt64) throws {
    var make = ValueGenerator(seed: seed, isAnswer: false)
    let zoneIDs = make.list(0...3) { $0.zoneID() }
    let operations = zoneIDs.map { make.chance() ? ZoneOperation.create($0) : .delete($0) }
    #expect(try RequestReader(RequestWriter.zonesModify(operations)).zonesModify() == operations)

    let subscriptions = make.list(0...3) { generator -> SubscriptionOperation in
      switch generator.number(0...2) {
      case 0: .create(generator.subscription())
      case 1: .update(generator.subscription())
      default: .delete(subscriptionID: generator.text())
      }
    }
    #expect(
      try RequestReader(RequestWriter.subscriptionsModify(subscriptions)).subscriptionsModify()
        .map { try $0.operation.get() } == subscriptions)

    let created = PushTokenRequest(environment: .development, clientID: make.maybe { $0.text() })
    #expect(try RequestReader(RequestWriter.pushToken(created)).tokensCreate() == created)
    let registered = PushTokenRequest(environment: .production, token: make.text())
    #expect(try RequestReader(RequestWriter.pushToken(registered)).tokensRegister() == registered)

    let upload = AssetUploadRequest(
      tokens: make.list(0...3) {
        AssetUploadToken(
          recordType: $0.name(), fieldName: $0.name(), recordName: $0.maybe { $0.text() },
          size: $0.maybe { Int64($0.number(0...1_000_000)) })
      },
      zoneID: make.maybe { $0.zoneID() })
    #expect(try RequestReader(RequestWriter.assetsUpload(upload)).assetsUpload() == upload)
  }

  @Test(arguments: seeds)
  func answersAboutRecordsComeAcross(_ seed: UInt64) throws {
    var make = ValueGenerator(seed: seed, isAnswer: true)
    let format = ReplyFormat(numbersAsStrings: make.chance())
    let elsewhere = ZoneID(zoneName: "elsewhere")
    let outcomes = make.list(0...4) { generator -> RecordOutcome in
      switch generator.number(0...2) {
      case 0: return .saved(generator.record())
      case 1: return .deleted(recordName: generator.text())
      default:
        var error = generator.error()
        if error.code == .atomicError { error.code = .conflict }
        return .failed(recordName: generator.maybe { $0.text() }, error)
      }
    }
    var records = RecordsReply(outcomes: outcomes)
    #expect(
      try ReplyReader(ReplyWriter.records(records, uuid: "u", format: format), status: 200).records(in: elsewhere)
        == records)
    records.atomicFailure = ServiceError(.atomicError, "Atomic failure")
    #expect(
      try ReplyReader(ReplyWriter.records(records, uuid: "u", format: format), status: 400).records(in: elsewhere)
        == records)

    let zones = make.list(0...3) { $0.chance() ? ZoneChangesOutcome.page($0.page()) : .failed($0.zoneID(), $0.error()) }
    let formats = zones.map { _ in format }
    #expect(try ReplyReader(ReplyWriter.zoneChanges(zones, formats: formats), status: 200).zoneChanges() == zones)
  }

  @Test(arguments: seeds)
  func answersAboutOtherThingsComeAcross(_ seed: UInt64) throws {
    var make = ValueGenerator(seed: seed, isAnswer: true)
    let zones = make.list(0...3) { generator -> ZoneOutcome in
      guard generator.chance() else { return .failed(generator.zoneID(), generator.error()) }
      return .zone(
        Zone(
          zoneID: generator.zoneID(), syncToken: generator.maybe { ChangeToken($0.name()) },
          isAtomic: generator.chance(), isDeleted: generator.chance()))
    }
    #expect(try ReplyReader(ReplyWriter.zones(zones), status: 200).zones() == zones)

    let subscriptions = make.list(0...3) { generator -> SubscriptionOutcome in
      switch generator.number(0...2) {
      case 0: .subscription(generator.subscription())
      case 1: .deleted(subscriptionID: generator.text())
      default: .failed(subscriptionID: generator.text(), generator.error())
      }
    }
    #expect(try ReplyReader(ReplyWriter.subscriptions(subscriptions), status: 200).subscriptions() == subscriptions)

    let token = PushToken(environment: .production, token: make.text(), webcourierURL: make.text())
    #expect(try ReplyReader(ReplyWriter.pushToken(token), status: 200).pushToken() == token)
    let targets = make.list(0...3) {
      AssetUploadTarget(recordName: $0.text(), fieldName: $0.name(), url: $0.text())
    }
    #expect(try ReplyReader(ReplyWriter.uploadTargets(targets), status: 200).uploadTargets() == targets)
    let asset = make.asset(isReceipt: true)
    #expect(try ReplyReader(ReplyWriter.upload(asset), status: 200).upload() == asset)
    let user = UserIdentity(
      userRecordName: make.name(), givenName: make.maybe { $0.text() }, familyName: make.maybe { $0.text() },
      emailAddress: make.maybe { $0.text() })
    // Both names are always told, empty where there is none.
    var named = user
    named.givenName = user.givenName ?? ""
    named.familyName = user.familyName ?? ""
    #expect(try ReplyReader(ReplyWriter.caller(user), status: 200).user() == named)
    #expect(try ReplyReader(ReplyWriter.currentUser(user), status: 200).user() == user)

    let error = make.error()
    #expect(throws: ReplyFailure.refused(error)) {
      try ReplyReader(ReplyWriter.error(error, uuid: "u"), status: error.code.httpStatus)
    }
  }

  @Test(arguments: seeds)
  func notificationsComeAcross(_ seed: UInt64) throws {
    var make = ValueGenerator(seed: seed, isAnswer: true)
    var info = make.notificationInfo()
    info.additionalFields = []
    let cause: CloudNotification.Cause =
      switch make.number(0...2) {
      case 0:
        .query(
          recordName: make.text(), event: Subscription.Event.allCases[make.number(0...2)],
          additionalFields: ["mood": .string(make.text()), "count": .int64(make.integer()), "many": .list([.int64(1)])])
      case 1: .zone
      default: .database
      }
    let notification = CloudNotification(
      subscriptionID: make.text(), containerID: make.name(), userRecordName: make.name(),
      scope: DatabaseScope.allCases[make.number(0...2)], zoneID: cause == .database ? nil : make.zoneID(),
      cause: cause, info: info)
    let decoded = try #require(try NotificationCoding.decode(NotificationCoding.encode(notification, id: "n-1")))
    #expect(decoded.notification == notification)
    #expect(decoded.id == "n-1")
    #expect(try NotificationCoding.decode([]) == nil)
  }

  @Test(arguments: seeds)
  func valuesComeAcrossByteForByte(_ seed: UInt64) throws {
    var make = ValueGenerator(seed: seed, isAnswer: false)
    let value = make.value()
    let request = ModifyRequest(
      operations: [RecordOperation(.forceReplace, recordName: "r", fields: ["f": Field(value)])])
    let read = try RequestReader(RequestWriter.modify(request)).modify().operations.first?.fields["f"]
    #expect(read??.value.isIdentical(to: value) == true)
  }
}
