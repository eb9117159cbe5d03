import CloudRecord
import Encodings

/// Who may follow a link to a file beside the owner, and as long as which record is open to them.
struct DownloadGuest: Hashable {
  var user: String
  /// The ``StoredZone/id`` of the record's zone.
  var zone: Int64
  var recordName: String
}

/// What answers say of files beside their bytes: links, receipts, and the two texts that Apple's clients want; all of it signed.
struct AssetAnswers {
  let seal: Seal
  /// Milliseconds for which a link holds.
  let lifetime: Int64

  /// A file as answers tell it: with a link that holds for a while.
  ///
  /// - Parameter guest: nil where the caller is the owner.
  func answer(_ asset: Asset, database: Int64, guest: DownloadGuest?, _ call: ServiceCall) -> Asset {
    var told = described(asset.fileChecksum, size: asset.size)
    let ticket = downloadTicket(
      asset.fileChecksum, database: database, guest: guest, expiresAt: call.now + lifetime)
    told.downloadURL = call.assetBaseURL + "/download/" + ticket
    return told
  }

  /// The same value with links in the place of what is stored.
  func answer(_ value: FieldValue, database: Int64, guest: DownloadGuest?, _ call: ServiceCall) -> FieldValue {
    switch value {
    case .asset(let asset): .asset(answer(asset, database: database, guest: guest, call))
    case .list(let members): .list(members.map { answer($0, database: database, guest: guest, call) })
    default: value
    }
  }

  /// A file with the two texts that Apple's private databases want beside its checksum; both follow from it.
  func described(_ fileChecksum: String, size: Int64?) -> Asset {
    let name = Array(fileChecksum.utf8)
    return Asset(
      fileChecksum: fileChecksum, size: size, wrappingKey: Base64.text(seal.code(of: Array("wrap:".utf8) + name)),
      referenceChecksum: Base64.text([1] + seal.code(of: Array("reference:".utf8) + name) + [0, 0, 0, 0]))
  }

  // MARK: Receipts

  /// Proof that this database has these bytes. It is bound to no record: clients may upload before they know its name.
  func receipt(_ asset: StoredAsset) -> String {
    Base64.text(seal.seal(.receipt, receiptPayload(asset)))
  }

  func isReceipt(_ text: String, for asset: StoredAsset) -> Bool {
    guard let bytes = Base64.decode(text.utf8), let payload = seal.open(.receipt, bytes) else { return false }
    return payload == receiptPayload(asset)
  }

  private func receiptPayload(_ asset: StoredAsset) -> [UInt8] {
    var writer = StoredFieldWriter()
    writer.append(signed: asset.database)
    writer.append(signed: asset.size)
    writer.append(asset.fileChecksum)
    return writer.bytes
  }

  // MARK: Downloads

  private func downloadTicket(
    _ fileChecksum: String, database: Int64, guest: DownloadGuest?, expiresAt: Int64
  ) -> String {
    var writer = StoredFieldWriter()
    writer.append(signed: database)
    writer.append(signed: expiresAt)
    writer.append(fileChecksum)
    guard let guest else { return Base64.text(seal.seal(.download, writer.bytes), .forURLs) }
    writer.append(signed: guest.zone)
    writer.append(guest.recordName)
    writer.append(guest.user)
    return Base64.text(seal.seal(.sharedDownload, writer.bytes), .forURLs)
  }

  /// The file that a link from an answer names.
  ///
  /// - Throws: ACCESS_DENIED for a forged or expired ticket.
  func asset(of ticket: String, now: Int64) throws -> (fileChecksum: String, database: Int64, guest: DownloadGuest?) {
    guard let bytes = Base64.decode(ticket.utf8, .forURLs),
      let payload = seal.open(.download, bytes) ?? seal.open(.sharedDownload, bytes)
    else {
      throw ServiceError(.accessDenied, "This link is not one of the service's")
    }
    var reader = StoredFieldReader(payload)
    let database = try reader.signed()
    let expiresAt = try reader.signed()
    let fileChecksum = try reader.string()
    var guest: DownloadGuest?
    if bytes[1] == Seal.Kind.sharedDownload.rawValue {
      let zone = try reader.signed()
      let recordName = try reader.string()
      guest = DownloadGuest(user: try reader.string(), zone: zone, recordName: recordName)
    }
    guard now < expiresAt else {
      throw ServiceError(.accessDenied, "This link has expired; look the record up again for a new one")
    }
    return (fileChecksum, database, guest)
  }
}

extension CloudService {
  var assetAnswers: AssetAnswers { AssetAnswers(seal: seal, lifetime: settings.limits.downloadLifetime) }

  /// The file that a link from an answer leads to.
  ///
  /// A participant's link holds as long as the record is open to the participant.
  ///
  /// - Throws: ACCESS_DENIED for a forged or expired ticket and for a participant's whose record is closed, NOT_FOUND where
  ///   the file is gone.
  package func assetForDownload(
    ticket: String, now: Int64, in transaction: any CloudTransaction
  ) throws -> StoredAsset {
    try download(ticket: ticket, now: now, in: transaction).asset
  }

  /// The same, and the account that has to be in order for the file to be given out: the participant's to whom the link was
  /// told, or the owner's.
  ///
  /// - Throws: The errors of ``assetForDownload(ticket:now:in:)``.
  package func download(
    ticket: String, now: Int64, in transaction: any CloudTransaction
  ) throws -> (asset: StoredAsset, account: String?) {
    let named = try assetAnswers.asset(of: ticket, now: now)
    if let guest = named.guest, try !guest.isOpen(in: transaction) {
      throw ServiceError.denied("This link's record is not shared with you any more")
    }
    guard let asset = try transaction.asset(named.fileChecksum, in: named.database) else {
      throw ServiceError(.notFound, "The file is gone")
    }
    return (asset, try named.guest?.user ?? transaction.owner(ofDatabase: asset.database))
  }
}

extension DownloadGuest {
  /// Whether the record is open to the participant.
  fileprivate func isOpen(in transaction: any CloudTransaction) throws -> Bool {
    guard let zone = try transaction.zone(id: self.zone), !zone.isDeleted, zone.shareCount > 0,
      let row = try transaction.record(recordName, in: zone.id), !row.isDeleted,
      let id = zone.zoneShare ?? row.share
    else { return false }
    let rows = try transaction.participations(of: user, in: zone.id)
    guard rows.contains(where: { $0.share == id && $0.isAccepted }) else { return false }
    return try transaction.share(id)?.isLiving ?? false
  }
}
