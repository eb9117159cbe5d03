import AsyncHTTPClient
import CloudRecord
import GzipKit
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import Synchronization

/// Sends single HTTP requests to a service and to the hosts that it names, each over connections kept for the next one.
///
/// Follows no redirects, since requests carry tokens, and retries nothing. ``shutDown()`` has to be called before the
/// last reference goes.
package final class HTTPTransport: Sendable {
  /// The service; requests to its origin use the settings' pin, and requests to other hosts do not.
  package let service: HTTPAddress
  let settings: ClientSettings
  /// For the service's own host: with its proxy and its pin.
  private let own: HTTPClient
  /// For other hosts: with the proxy alone. Most runs name none, so it is made when the first one is.
  private let others = Mutex(OtherHosts.notAsked)
  private let othersConfiguration: HTTPClient.Configuration
  /// One loop of events does for one person's requests, and starts sooner than one for each core.
  private static let loop = MultiThreadedEventLoopGroup(numberOfThreads: 1)

  /// Prepares connections; none is made before the first request.
  ///
  /// - Throws: ``AddressRefusal`` if the file of authorities cannot be read.
  package init(service: HTTPAddress, settings: ClientSettings) throws(AddressRefusal) {
    (self.service, self.settings) = (service, settings)
    var tls = TLSConfiguration.makeClientConfiguration()
    tls.minimumTLSVersion = .tlsv12
    if let path = settings.authorities {
      do {
        tls.additionalTrustRoots = [.certificates(try NIOSSLCertificate.fromPEMFile(path))]
      } catch {
        throw AddressRefusal("the certificates in \(path) cannot be read")
      }
    }
    othersConfiguration = Self.configuration(settings, tls, pin: nil)
    own = HTTPClient(
      eventLoopGroup: Self.loop, configuration: Self.configuration(settings, tls, pin: settings.pin))
  }

  private static func configuration(
    _ settings: ClientSettings, _ tls: TLSConfiguration, pin: KeyPin?
  ) -> HTTPClient.Configuration {
    var tls = tls
    // The pin says who it is, and says it of certificates that no authority has signed as well.
    if pin != nil { tls.certificateVerification = .none }
    var configuration = HTTPClient.Configuration(
      tlsConfiguration: tls, redirectConfiguration: .disallow,
      timeout: .init(connect: .milliseconds(Int64(settings.connectSeconds * 1000))),
      // Shorter than servers keep silent connections, so that no request runs into a closing one.
      connectionPool: .init(idleTimeout: .seconds(20)))
    // When to try again is for the caller to say.
    configuration.connectionPool.retryConnectionEstablishment = false
    if let proxy = settings.proxy {
      switch proxy.kind {
      case .socks: configuration.proxy = .socksServer(host: proxy.host, port: proxy.port)
      case .http:
        configuration.proxy = .server(
          host: proxy.host, port: proxy.port,
          authorization: proxy.credentials.map { .basic(username: $0.name, password: $0.password) })
      }
    }
    if let pin {
      let check: @Sendable (any Channel) -> EventLoopFuture<Void> = { channel in Self.check(pin, channel) }
      configuration.http1_1ConnectionDebugInitializer = check
      configuration.http2ConnectionDebugInitializer = check
    }
    return configuration
  }

  /// Runs when a connection is encrypted and before anything is asked over it.
  private static func check(_ pin: KeyPin, _ channel: any Channel) -> EventLoopFuture<Void> {
    let checked = channel.nioSSL_peerCertificate().flatMapThrowing { certificate in
      guard let certificate else { throw PinMismatch(found: nil, wanted: pin) }
      let found = try KeyPin(of: certificate)
      guard found == pin else { throw PinMismatch(found: found, wanted: pin) }
    }
    checked.whenFailure { _ in channel.close(promise: nil) }
    return checked
  }

  /// Closes all connections; what is under way fails.
  ///
  /// - Throws: What the first of the two clients says that could not be closed; the other one is closed all the same.
  package func shutDown() async throws {
    let others = others.withLock { others in
      defer { others = .closed }
      return if case .asked(let client) = others { client } else { HTTPClient?.none }
    }
    try await Self.shutDown(own, others)
  }

  static func shutDown(_ first: HTTPClient, _ second: HTTPClient?) async throws {
    do {
      try await first.shutdown()
    } catch {
      try await second?.shutdown()
      throw error
    }
    try await second?.shutdown()
  }

  private func client(for address: HTTPAddress) -> HTTPClient {
    if address.origin == service.origin { return own }
    return others.withLock { others in
      switch others {
      case .asked(let client): return client
      // It is closed as well, and says so.
      case .closed: return own
      case .notAsked:
        let client = HTTPClient(eventLoopGroup: Self.loop, configuration: othersConfiguration)
        others = .asked(client)
        return client
      }
    }
  }

  /// Sends one request and takes the whole answer in, whatever its status.
  ///
  /// - Throws: ``CloudFailure`` where there is no answer.
  func send(_ call: HTTPCall) async throws(CloudFailure) -> HTTPAnswer {
    do {
      return try await withTimeLimit(seconds: call.seconds, settings.slowestBody) { progress in
        try await self.exchange(call, progress)
      }
    } catch {
      throw await failure(error, call)
    }
  }

  private func exchange(_ call: HTTPCall, _ progress: Progress) async throws -> HTTPAnswer {
    var request = HTTPClientRequest(url: call.address.text)
    request.method = HTTPMethod(rawValue: call.method.rawValue)
    request.headers = [
      "User-Agent": settings.userAgent, "Accept-Encoding": call.takesGzip ? "gzip" : "identity",
    ]
    if let type = call.contentType { request.headers.add(name: "Content-Type", value: type) }
    if let known = call.known { request.headers.add(name: ServerHistory.headerName, value: known.header) }
    switch call.body {
    case .none: break
    case .bytes(let bytes): request.body = .bytes(bytes)
    case .compressible(let bytes):
      if bytes.count > Gzip.threshold, let deflated = Gzip.deflated(ByteBuffer(bytes: bytes)) {
        request.headers.add(name: "Content-Encoding", value: "gzip")
        request.body = .bytes(deflated)
      } else {
        request.body = .bytes(bytes)
      }
    case .file(let file, let digest):
      let pieces = AssetFilePieces(file: file, digest: digest, progress: progress, told: call.progress)
      request.body = .stream(pieces, length: .known(file.size))
    }
    let sentAt = settings.now()
    let response = try await client(for: call.address).execute(request, deadline: .distantFuture)
    progress.beginBody()
    let receivedAt = settings.now()
    var answer = HTTPAnswer(status: Int(response.status.code), sentAt: sentAt, receivedAt: receivedAt)
    for (name, value) in response.headers where answer.headers[name.lowercased()] == nil {
      answer.headers[name.lowercased()] = value
    }
    if let sink = call.sink, answer.isSuccess {
      answer.file = try await Self.store(response.body, answer, in: sink, call, progress)
    } else {
      answer.body = try await Self.collect(response.body, answer, limit: call.answerLimit, progress)
    }
    return answer
  }

  /// Writes an answer's body to a file piece by piece, so that it never lies in memory as a whole.
  private static func store(
    _ body: HTTPClientResponse.Body, _ answer: HTTPAnswer, in sink: FileSink, _ call: HTTPCall, _ progress: Progress
  ) async throws -> StoredFile {
    guard [nil, "", "identity"].contains(answer.headers["content-encoding"]?.lowercased()) else {
      throw AnswerProblem.unknownCoding
    }
    for try await piece in body {
      progress.note(piece.readableBytes)
      guard sink.size + Int64(piece.readableBytes) <= Int64(call.answerLimit) else { throw AnswerProblem.tooLarge }
      // Writing blocks, which the threads of this task must not.
      let size = try await NIOThreadPool.singleton.runIfActive { try sink.write(piece) }
      call.progress?(size)
    }
    return try await NIOThreadPool.singleton.runIfActive { try sink.finish() }
  }

  private static func collect(
    _ body: HTTPClientResponse.Body, _ answer: HTTPAnswer, limit: Int, _ progress: Progress
  ) async throws -> [UInt8] {
    switch answer.headers["content-encoding"]?.lowercased() {
    case nil, "", "identity":
      var bytes: [UInt8] = []
      for try await piece in body {
        progress.note(piece.readableBytes)
        guard bytes.count + piece.readableBytes <= limit else { throw AnswerProblem.tooLarge }
        bytes += piece.readableBytesView
      }
      return bytes
    case "gzip", "x-gzip":
      var inflater = try GzipInflater(limit: limit)
      var whole = ByteBuffer()
      var isEmpty = true
      for try await piece in body where piece.readableBytes > 0 {
        progress.note(piece.readableBytes)
        isEmpty = false
        try inflater.feed(piece, into: &whole)
      }
      if !isEmpty { try inflater.finish() }
      return Array(whole.readableBytesView)
    default: throw AnswerProblem.unknownCoding
    }
  }

  private func failure(_ error: any Error, _ call: HTTPCall) async -> CloudFailure {
    let words = NetworkWords()
    var failure = words.failure(error)
    guard words.isAboutCertificate(error) else { return failure }
    if settings.proxy == nil, let facts = await CertificateProbe.look(at: call.address, settings: settings) {
      failure.reason = words.sentence(about: facts, error, now: settings.now())
      // Where another key is pinned, there is nothing to choose.
      if failure.otherKey == nil {
        failure.untrustedKey = facts.pin?.description
      } else if failure.otherKey?.shown == nil {
        failure.otherKey?.shown = facts.pin?.description
      }
    }
    return failure
  }
}

/// The client for hosts other than the service.
private enum OtherHosts {
  case notAsked
  case asked(HTTPClient)
  case closed
}

/// The service has another key than the one that it has to have.
struct PinMismatch: Error, Hashable, Sendable {
  var found: KeyPin?
  var wanted: KeyPin?

  /// Both as text; nil where no key is known to be wanted.
  var keys: OtherKey? {
    wanted.map { OtherKey(shown: found?.description, trusted: $0.description) }
  }
}

/// Why an answer's body is not read.
enum AnswerProblem: Error, Hashable, Sendable { case tooLarge, unknownCoding }
