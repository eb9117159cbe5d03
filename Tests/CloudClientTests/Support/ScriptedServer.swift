import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import Synchronization

/// A server on loopback that does to each request what a test says, mistakes below HTTP among them.
final class ScriptedServer: Sendable {
  struct Request: Hashable, Sendable {
    var method: String
    var path: String
    var query: String
    var headers: [String: String]
    var body: [UInt8]

    var text: String { String(decoding: body, as: UTF8.self) }
  }

  enum Answer: Sendable {
    case reply(Int, [(String, String)], [UInt8])
    /// Bytes as they are, and the end of the connection.
    case raw([UInt8])
    /// Bytes as they are, then a space after each pause for as long as somebody listens.
    case drip([UInt8], each: TimeAmount)
    /// The end of the connection.
    case drop
    /// Nothing, ever.
    case silence
    /// Another answer, once the test lets go.
    indirect case held(Hold, Answer)

    static func json(_ text: String, status: Int = 200, headers: [(String, String)] = []) -> Answer {
      .reply(status, [("Content-Type", "application/json; charset=UTF-8")] + headers, Array(text.utf8))
    }
  }

  /// Something that a test lets go.
  final class Hold: Sendable {
    private let promise = MultiThreadedEventLoopGroup.singleton.next().makePromise(of: Void.self)
    func release() { promise.succeed() }
    fileprivate var future: EventLoopFuture<Void> { promise.futureResult }
  }

  typealias Script = @Sendable (Request) -> Answer

  let port: Int
  let scheme: String
  private let channel: any Channel
  private let log: Log

  fileprivate final class Log: Sendable {
    let requests = Mutex<[Request]>([])
    let arrivals: AsyncStream<Request>
    let arrive: AsyncStream<Request>.Continuation

    init() { (arrivals, arrive) = AsyncStream.makeStream() }
  }

  private init(channel: any Channel, scheme: String, log: Log) {
    (self.channel, self.scheme, self.log) = (channel, scheme, log)
    port = channel.localAddress?.port ?? 0
  }

  /// - Parameter certificate: In PEM; nil serves without encryption.
  static func start(certificate: String? = nil, _ script: @escaping Script) async throws -> ScriptedServer {
    let log = Log()
    var tls: NIOSSLContext?
    if let certificate {
      let chain = try NIOSSLCertificate.fromPEMBytes(Array(certificate.utf8)).map {
        NIOSSLCertificateSource.certificate($0)
      }
      let key = try NIOSSLPrivateKey(bytes: Array(TestCertificates.key.utf8), format: .pem)
      tls = try NIOSSLContext(
        configuration: .makeServerConfiguration(certificateChain: chain, privateKey: .privateKey(key)))
    }
    let context = tls
    let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let pipeline = channel.pipeline.syncOperations
          if let context { try pipeline.addHandler(NIOSSLServerHandler(context: context)) }
          // Without an encoder, so that answers can be as wrong as a test wants them.
          try pipeline.addHandler(ByteToMessageHandler(HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes)))
          try pipeline.addHandler(ScriptHandler(script: script, log: log))
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    return ScriptedServer(channel: channel, scheme: certificate == nil ? "http" : "https", log: log)
  }

  var base: String { "\(scheme)://localhost:\(port)" }

  /// Those that came so far.
  var requests: [Request] { log.requests.withLock { $0 } }

  /// Requests as they come.
  var arrivals: AsyncStream<Request> { log.arrivals }

  func stop() async throws {
    log.arrive.finish()
    try await channel.close()
  }

  private final class ScriptHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = ByteBuffer

    private let script: Script
    private let log: Log
    private var request: Request?

    init(script: @escaping Script, log: Log) {
      (self.script, self.log) = (script, log)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      switch unwrapInboundIn(data) {
      case .head(let head):
        let parts = head.uri.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        var headers: [String: String] = [:]
        for (name, value) in head.headers { headers[name.lowercased()] = value }
        request = Request(
          method: head.method.rawValue, path: String(parts[0]), query: parts.count > 1 ? String(parts[1]) : "",
          headers: headers, body: [])
      case .body(let piece): request?.body += piece.readableBytesView
      case .end:
        guard let request else { return }
        self.request = nil
        log.requests.withLock { $0.append(request) }
        log.arrive.yield(request)
        perform(script(request), context.channel)
      }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    private func perform(_ answer: Answer, _ channel: any Channel) {
      switch answer {
      case .reply(let status, let headers, let body):
        var head = "HTTP/1.1 \(status) Because\r\nContent-Length: \(body.count)\r\n"
        for (name, value) in headers { head += "\(name): \(value)\r\n" }
        channel.writeAndFlush(ByteBuffer(bytes: Array((head + "\r\n").utf8) + body), promise: nil)
      case .raw(let bytes):
        channel.writeAndFlush(ByteBuffer(bytes: bytes)).whenComplete { _ in channel.close(promise: nil) }
      case .drip(let bytes, let pause):
        channel.writeAndFlush(ByteBuffer(bytes: bytes), promise: nil)
        channel.eventLoop.scheduleRepeatedTask(initialDelay: pause, delay: pause) { task in
          if channel.isActive {
            channel.writeAndFlush(ByteBuffer(string: " "), promise: nil)
          } else {
            task.cancel()
          }
        }
      case .drop: channel.close(promise: nil)
      case .silence: break
      case .held(let hold, let next):
        let script = self.script
        let log = self.log
        hold.future.hop(to: channel.eventLoop).whenComplete { _ in
          ScriptHandler(script: script, log: log).perform(next, channel)
        }
      }
    }
  }
}
