package import CloudRecord

/// The answer to `tokens/create` and `tokens/register`.
package struct PushToken: Hashable, Sendable {
  /// The environment as the request named it.
  package var environment: CloudEnvironment
  /// Names one device of the account; opaque to clients.
  package var token: String
  /// The address to poll for notifications; it holds the token.
  package var webcourierURL: String

  package init(environment: CloudEnvironment, token: String, webcourierURL: String) {
    (self.environment, self.token, self.webcourierURL) = (environment, token, webcourierURL)
  }
}

extension ReplyWriter {
  // MARK: Zones

  /// `changes/database`: the zones that changed or were deleted, without their own tokens.
  package static func databaseChanges(_ reply: DatabaseChangesReply, format: ReplyFormat = ReplyFormat()) -> [UInt8] {
    changedZones(reply, tokenName: "syncToken", format)
  }

  /// `zones/changes`, where the token has another name.
  package static func zonesChanges(_ reply: DatabaseChangesReply, format: ReplyFormat = ReplyFormat()) -> [UInt8] {
    changedZones(reply, tokenName: "metaSyncToken", format)
  }

  private static func changedZones(
    _ reply: DatabaseChangesReply, tokenName: StaticString, _ format: ReplyFormat
  ) -> [UInt8] {
    JSONWriter.object { json in
      json.objects("zones", reply.zones) { zone, json in
        FieldWriter.answer(format).member("zoneID", zone.zoneID, to: &json)
        if zone.isDeleted { json.member("deleted", true) }
      }
      json.member(tokenName, reply.syncToken.text)
      json.member("moreComing", reply.moreComing)
    }
  }

  /// `zones/list`. Whether a zone is atomic follows from its type, and strict clients do not know the key here.
  package static func zonesList(_ zones: [Zone], format: ReplyFormat = ReplyFormat()) -> [UInt8] {
    JSONWriter.object { json in
      json.array("zones", zones) { zone, json in write(zone, isAtomicShown: false, format, to: &json) }
    }
  }

  /// `zones/lookup` and `zones/modify`.
  package static func zones(_ outcomes: [ZoneOutcome], format: ReplyFormat = ReplyFormat()) -> [UInt8] {
    JSONWriter.object { json in
      json.array("zones", outcomes) { outcome, json in
        switch outcome {
        case .zone(let zone): write(zone, isAtomicShown: true, format, to: &json)
        case .failed(let zoneID, let error):
          json.object { json in
            FieldWriter.answer(format).member("zoneID", zoneID, to: &json)
            members(of: error, to: &json)
          }
        }
      }
    }
  }

  private static func write(_ zone: Zone, isAtomicShown: Bool, _ format: ReplyFormat, to json: inout JSONWriter) {
    json.object { json in
      FieldWriter.answer(format).member("zoneID", zone.zoneID, to: &json)
      json.member("syncToken", zone.syncToken?.text)
      if isAtomicShown { json.member("atomic", zone.isAtomic) }
      if zone.isDeleted { json.member("deleted", true) }
    }
  }

  // MARK: Subscriptions and push

  /// `subscriptions/list`.
  package static func subscriptionsList(
    _ subscriptions: [Subscription], format: ReplyFormat = ReplyFormat()
  ) -> [UInt8] {
    self.subscriptions(subscriptions.map(SubscriptionOutcome.subscription), format: format)
  }

  /// `subscriptions/lookup` and `subscriptions/modify`.
  package static func subscriptions(
    _ outcomes: [SubscriptionOutcome], format: ReplyFormat = ReplyFormat()
  ) -> [UInt8] {
    JSONWriter.object { json in
      json.array("subscriptions", outcomes) { outcome, json in
        switch outcome {
        case .subscription(let subscription): subscription.write(to: &json, .answer(format))
        case .deleted(let id): json.object { $0.member("subscriptionID", id) }
        case .failed(let id, let error): write(error, of: id, "subscriptionID", to: &json)
        }
      }
    }
  }

  /// `tokens/create` and `tokens/register`: newer JavaScript clients poll the address that the latter answers with.
  package static func pushToken(_ token: PushToken) -> [UInt8] {
    JSONWriter.object { json in
      json.member("apnsEnvironment", token.environment.rawValue)
      json.member("apnsToken", token.token)
      json.member("webcourierURL", token.webcourierURL)
    }
  }

  // MARK: Assets

  /// `assets/upload`.
  package static func uploadTargets(_ targets: [AssetUploadTarget]) -> [UInt8] {
    JSONWriter.object { json in
      json.objects("tokens", targets) { target, json in
        json.member("recordName", target.recordName)
        json.member("fieldName", target.fieldName)
        json.member("url", target.url)
      }
    }
  }

  /// The answer to the upload itself.
  package static func upload(_ asset: Asset) -> [UInt8] {
    JSONWriter.object { json in
      json.key("singleFile")
      FieldWriter.answer().write(asset, isReceipt: true, to: &json)
    }
  }

  /// `assets/rereference`.
  package static func assets(_ outcomes: [AssetOutcome]) -> [UInt8] {
    JSONWriter.object { json in
      json.array("assets", outcomes) { outcome, json in
        switch outcome {
        case .asset(let asset): FieldWriter.answer().write(asset, isReceipt: true, to: &json)
        case .failed(let recordName, let error): write(error, of: recordName, "recordName", to: &json)
        }
      }
    }
  }

  // MARK: Users

  /// `users/current`.
  package static func currentUser(_ identity: UserIdentity) -> [UInt8] {
    JSONWriter.object { json in
      json.member("userRecordName", identity.userRecordName)
      json.member("firstName", identity.givenName)
      json.member("lastName", identity.familyName)
      json.member("emailAddress", identity.emailAddress)
    }
  }

  /// `users/caller`: the identity as the answer itself and as the only one of `users`, since clients read either.
  package static func caller(_ identity: UserIdentity) -> [UInt8] {
    JSONWriter.object { json in
      members(of: identity, to: &json)
      json.objects("users", [identity]) { identity, json in members(of: identity, to: &json) }
    }
  }

  /// `users/discover` and `users/lookup/*`: each user that was found, with the key of the look-up.
  package static func foundUsers(_ users: [(asked: UserLookupInfo, identity: UserIdentity)]) -> [UInt8] {
    JSONWriter.object { json in
      json.objects("users", users) { user, json in
        json.member("userRecordName", user.identity.userRecordName)
        if user.identity.givenName != nil { nameComponents(of: user.identity, to: &json) }
        lookupInfo(user.asked, to: &json)
      }
    }
  }

  private static func members(of identity: UserIdentity, to json: inout JSONWriter) {
    json.member("userRecordName", identity.userRecordName)
    nameComponents(of: identity, to: &json)
    lookupInfo(
      UserLookupInfo(userRecordName: identity.userRecordName, emailAddress: identity.emailAddress), to: &json)
  }

  /// Writes both names, empty ones too, since clients read them without a check.
  private static func nameComponents(of identity: UserIdentity, to json: inout JSONWriter) {
    json.object("nameComponents") { json in
      json.member("givenName", identity.givenName ?? "")
      json.member("familyName", identity.familyName ?? "")
    }
  }

  private static func lookupInfo(_ info: UserLookupInfo, to json: inout JSONWriter) {
    json.object("lookupInfo") { json in
      json.member("emailAddress", info.emailAddress)
      json.member("phoneNumber", info.phoneNumber)
      json.member("userRecordName", info.userRecordName)
    }
  }
}
