import CloudRecord

/// What a share's record says beside its fields, as ``ForeignCoding`` keeps it.
enum SharingCoding {
  static func append(_ sharing: ShareDescription, to encoder: inout CanonicalEncoder) {
    encoder.append(sharing.publicPermission.rawValue)
    encoder.append(UInt32(clamping: sharing.participants.count))
    for participant in sharing.participants { append(participant, to: &encoder) }
    for participant in [sharing.owner, sharing.currentUser] {
      encoder.append(byte: participant == nil ? 0 : 1)
      if let participant { append(participant, to: &encoder) }
    }
  }

  static func description(_ decoder: inout CanonicalDecoder) throws(CanonicalDecodingError) -> ShareDescription {
    let permission = try permission(&decoder)
    var participants: [ShareParticipant] = []
    for _ in 0..<(try decoder.uint32()) { participants.append(try participant(&decoder)) }
    let owner = try decoder.byte() == 1 ? try participant(&decoder) : nil
    let user = try decoder.byte() == 1 ? try participant(&decoder) : nil
    return ShareDescription(
      publicPermission: permission, participants: participants, owner: owner, currentUser: user)
  }

  private static func append(_ participant: ShareParticipant, to encoder: inout CanonicalEncoder) {
    for text in [
      participant.participantID, participant.userRecordName, participant.givenName, participant.emailAddress,
      participant.protectionInfo?.changeTag,
    ] {
      ForeignCoding.append(text, to: &encoder)
    }
    encoder.append(participant.kind.rawValue)
    encoder.append(participant.status.rawValue)
    encoder.append(participant.permission.rawValue)
    encoder.append(byte: participant.protectionInfo == nil ? 0 : 1)
    if let info = participant.protectionInfo { encoder.append(lengthPrefixed: info.bytes) }
  }

  private static func participant(
    _ decoder: inout CanonicalDecoder
  ) throws(CanonicalDecodingError) -> ShareParticipant {
    var found = ShareParticipant(
      participantID: try ForeignCoding.text(&decoder), userRecordName: try ForeignCoding.text(&decoder),
      givenName: try ForeignCoding.text(&decoder), emailAddress: try ForeignCoding.text(&decoder))
    let tag = try ForeignCoding.text(&decoder)
    guard let kind = ShareParticipant.Kind(rawValue: try decoder.string()) else {
      throw decoder.failure("a kind of participant")
    }
    guard let status = ShareParticipant.Status(rawValue: try decoder.string()) else {
      throw decoder.failure("a status of a participant")
    }
    (found.kind, found.status) = (kind, status)
    found.permission = try permission(&decoder)
    if try decoder.byte() == 1 {
      found.protectionInfo = ProtectionInfo(bytes: try decoder.lengthPrefixed(), changeTag: tag)
    }
    return found
  }

  private static func permission(_ decoder: inout CanonicalDecoder) throws(CanonicalDecodingError) -> SharePermission {
    guard let permission = SharePermission(rawValue: try decoder.string()) else {
      throw decoder.failure("a permission")
    }
    return permission
  }
}
