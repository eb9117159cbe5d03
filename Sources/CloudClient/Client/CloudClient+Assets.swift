import CloudRecord
import CloudWire

extension CloudClient {
  /// Asks where a file goes, and sends it there.
  func upload(
    _ token: AssetUploadToken, _ zoneID: ZoneID, _ source: AssetSource, _ urgency: RequestUrgency
  ) async throws(CloudFailure) -> Asset {
    // A file that is missing costs no request.
    let body: HTTPCall.Body
    switch source {
    case .bytes(let bytes): body = .bytes(bytes)
    case .file(let path): body = .file(try open(path))
    }
    let request = AssetUploadRequest(tokens: [token], zoneID: zoneID)
    let answer = try await ask("assets/upload", body: RequestWriter.assetsUpload(request), urgency)
    let targets = try read(answer) { (reader) throws(ReplyFailure) in try reader.uploadTargets() }
    guard let target = targets.first else {
      throw CloudFailure(code: .internalError, reason: "the service names no address for the file")
    }
    var call = HTTPCall(
      .post, try follow(target.url), seconds: seconds(.background), answerLimit: transport.settings.replyLimit)
    call.body = body
    call.contentType = "application/octet-stream"
    if case .bytes(let bytes) = body { call.seconds += Double(bytes.count / (16 << 10)) }
    let stored = try await transport.send(call)
    do throws(CloudFailure) {
      return try read(stored) { (reader) throws(ReplyFailure) in try reader.upload() }
    } catch {
      throw assetFailure(error)
    }
  }

  /// Fetches a file by the address that its record came with.
  func download(_ asset: Asset, _ urgency: RequestUrgency) async throws(CloudFailure) -> [UInt8] {
    guard let url = asset.downloadURL else {
      throw CloudFailure(code: .assetNotAvailable, reason: "the service has named no address for the file")
    }
    let limit = transport.settings.assetLimit
    guard (asset.size ?? 0) <= limit else {
      throw CloudFailure(code: .assetNotAvailable, reason: "the file is larger than is taken")
    }
    // Some services leave the place of the file's name open.
    let address = try follow(url.split(separator: "${f}", omittingEmptySubsequences: false).joined(separator: "file"))
    // A refusal may be longer than the file.
    let answerLimit = max(Int(asset.size ?? limit), 64 << 10)
    var call = HTTPCall(.get, address, seconds: seconds(urgency), answerLimit: answerLimit)
    call.takesGzip = false
    let answer = try await transport.send(call)
    guard answer.isSuccess else {
      let nothing: ReplyFailure
      do throws(ReplyFailure) {
        _ = try ReplyReader(answer.body, status: answer.status)
        nothing = .unreadable("no result")
      } catch {
        nothing = error
      }
      throw assetFailure(ReplyJudge().failure(nothing, answer), status: answer.status)
    }
    guard asset.size.map({ $0 == Int64(answer.body.count) }) ?? true else {
      throw CloudFailure(code: .networkFailure, reason: "the file came in part, or is another one")
    }
    return answer.body
  }

  private func open(_ path: String) throws(CloudFailure) -> AssetFile {
    let file: AssetFile
    do throws(AssetFileError) {
      file = try AssetFile(path: path)
    } catch {
      throw NetworkWords().failure(error)
    }
    guard file.size <= transport.settings.assetLimit else {
      throw CloudFailure(code: .limitExceeded, reason: "the file is larger than any service takes")
    }
    return file
  }

  private func follow(_ url: String) throws(CloudFailure) -> HTTPAddress {
    do throws(AddressRefusal) {
      return try container.service.following(url)
    } catch {
      throw CloudFailure(code: .assetNotAvailable, reason: error.description)
    }
  }

  /// Addresses of files hold for a while only: what is refused there is asked for anew, and no session ends by it.
  private func assetFailure(_ failure: CloudFailure, status: Int = 0) -> CloudFailure {
    var failure = failure
    switch failure.code {
    case .badContainer, .missingEntitlement, .managedAccountRestricted, .notAuthenticated, .invalidArguments:
      failure.code = .assetNotAvailable
      failure.redirectURL = nil
    case .networkFailure where [401, 403, 404, 410, 421].contains(status): failure.code = .assetNotAvailable
    default: break
    }
    return failure
  }
}
