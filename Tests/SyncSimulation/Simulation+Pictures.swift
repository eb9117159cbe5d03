import CloudRecord
import JournalCore
import JournalModel
import JournalStore
import JournalSync
import SyncCore

/// The files of pictures: on their way up, lost on a disk, looked at on another device.
extension Simulation {
  // MARK: On their way

  func upload(_ request: CloudRequest, _ ticket: Int, from device: Device) {
    guard case .uploadAsset(let token, let zone, .file(let path, let digest)) = request else { return }
    counts.uploads += 1
    say("\(device.name) uploads a file of \((token.recordName ?? "").suffix(5))")
    func fail(_ code: CloudErrorCode, isOutcomeUnknown: Bool = false, after delay: Int64) {
      let failure = CloudFailure(code: code, reason: "upload", isOutcomeUnknown: isOutcomeUnknown)
      queue.put(.uploaded(device.number, life: device.life, ticket: ticket, .failure(failure)), at: now + delay)
    }
    let delay = chance.between(1, 3000)
    if device.isCutOff { return fail(.networkUnavailable, after: 5) }
    guard let user = device.user else { return fail(.notAuthenticated, after: delay) }
    guard let bytes = device.files.bytes(path) else { return fail(.assetFileNotFound, after: 1) }
    guard digest == Digest(of: bytes).description else { return fail(.assetFileModified, after: 1) }
    var envelope = Envelope(
      device: device.number, life: device.life, ticket: ticket, request: .uploadAsset(token, zone, .bytes(bytes)),
      user: user)
    envelope.isUpload = true
    if isHealed || !chance.happens(250) {
      envelope.answersAfter = chance.between(1, 400)
      return queue.put(.arrive(envelope), at: now + delay)
    }
    counts.faults += 1
    switch chance.below(6) {
    // Half of it came.
    case 0: fail(.networkFailure, isOutcomeUnknown: true, after: delay)
    case 1:
      queue.put(.arrive(envelope), at: now + delay)
      fail(.networkFailure, isOutcomeUnknown: true, after: delay + 1)
    case 2:
      queue.put(.arrive(envelope), at: now + 120_000)
      fail(.networkFailure, isOutcomeUnknown: true, after: delay)
    case 3:
      queue.put(.arrive(envelope), at: now + delay + chance.between(1, 60_000))
      envelope.answersAfter = chance.between(1, 400)
      queue.put(.arrive(envelope), at: now + delay)
    case 4: fail(.quotaExceeded, after: delay)
    default: fail(.serviceUnavailable, after: delay)
    }
  }

  func deliverUpload(_ outcome: Result<CloudReply, CloudFailure>, _ ticket: Int, to device: Device) {
    if !isHealed, chance.happens(plan.crash) {
      device.gate?.cut(after: chance.below(3), isCutAfter: chance.happens(500))
    }
    take(device.run { $0.uploadFinished(ticket, outcome, at: $1) }, of: device)
  }

  // MARK: On the devices

  /// Somebody looks at pictures, or a file is lost or damaged.
  func usePictures(of device: Device) throws {
    if chance.happens(15), !device.files.digests.isEmpty {
      let digest = chance.pick(device.files.digests)
      let isGone = chance.happens(700)
      device.files.damage(digest, isGone: isGone)
      say("\(device.name)'s file \(digest.prefix(5)) is \(isGone ? "lost" : "damaged")")
    }
    guard chance.happens(100), !device.isCutOff, device.user == CloudSide.user else { return }
    for picture in try knownPictures(of: device) where device.files.file(picture.imageAsset ?? "") == .missing {
      guard let bytes = cloud.picture(picture.id.rawValue, now: now) else { continue }
      if Digest(of: bytes).description == picture.imageAsset { _ = device.files.add(bytes) }
    }
  }

  private func knownPictures(of device: Device) throws -> [EntryImage] {
    var pictures: [EntryImage] = []
    for name in try device.store.entryNames(prefix: "", limit: 10_000) {
      pictures += try device.store.images(of: name).filter { $0.imageAsset != nil }
    }
    return pictures
  }

  /// Records that wait because the file of their picture is not on this device, or not what it was, which is said.
  func lacking(of device: Device) throws -> Set<String> {
    guard plan.hasFiles else { return [] }
    let codes = [CloudErrorCode.assetFileNotFound, .assetFileModified].map(\.rawValue)
    let waiting = try device.store.syncOverview(limit: 10_000).waiting
    return Set(waiting.filter { codes.contains($0.code ?? "") }.map(\.recordName.rawValue))
  }

  // MARK: When all is quiet

  /// What a device fetches is the picture that its record promises.
  func checkPictures(_ server: [String: FetchedRecord]) throws {
    for (name, record) in server.sorted(by: { $0.key < $1.key }) {
      guard case .asset(let asset)? = record.version.values["imageAsset"], record.version.values["trashedAt"] == nil
      else { continue }
      guard let bytes = cloud.picture(name, now: now) else {
        failures.append("the bytes of picture \(name.suffix(5)) are not on the server")
        continue
      }
      if Digest(of: bytes).description != asset.fileChecksum {
        failures.append("picture \(name.suffix(5)) is another one on the server")
      }
    }
    for device in devices { counts.missing += try lacking(of: device).count }
  }
}
