package import CloudRecord
import Encodings
import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// Waits on this machine for the browser that brings a token back from a sign-in page.
///
/// Takes one answer with the right state, from loopback only; any other request gets a page with an error.
package final class CallbackListener: Sendable {
  private static let path = "/signed-in"

  /// The address to which the sign-in page sends the browser; it holds the state.
  package let address: String
  private let channel: any Channel
  private let answers: AsyncStream<Result<String, CloudFailure>>

  private init(address: String, channel: any Channel, answers: AsyncStream<Result<String, CloudFailure>>) {
    (self.address, self.channel, self.answers) = (address, channel, answers)
  }

  /// Begins to listen on 127.0.0.1; ``close()`` has to follow.
  ///
  /// - Parameters:
  ///   - state: A secret that comes back with the token; nil where the address is fixed, since a service knows it
  ///     beforehand.
  ///   - port: 0 lets the system choose.
  /// - Throws: `internalError` if the port cannot be used.
  package static func open(state: String?, port: Int = 0) async throws(CloudFailure) -> CallbackListener {
    let (answers, continuation) = AsyncStream.makeStream(
      of: Result<String, CloudFailure>.self, bufferingPolicy: .bufferingOldest(1))
    do {
      let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        .childChannelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            try pipeline.configureHTTPServerPipeline(withErrorHandling: true)
            try pipeline.addHandler(CallbackHandler(path: path, state: state, continuation: continuation))
          }
        }
        .bind(host: "127.0.0.1", port: port).get()
      let bound = channel.localAddress?.port ?? port
      let query = state.map { "?state=\(PercentCoding.encode($0))" } ?? ""
      return CallbackListener(
        address: "http://127.0.0.1:\(bound)\(path)\(query)", channel: channel, answers: answers)
    } catch {
      throw CloudFailure(code: .internalError, reason: "nothing can be listened to on this machine: \(error)")
    }
  }

  /// Waits for the token, until the task is cancelled.
  ///
  /// - Throws: `notAuthenticated` with the words of the page, or `operationCancelled`.
  package func token() async throws(CloudFailure) -> String {
    for await answer in answers { return try answer.get() }
    throw CloudFailure(code: .operationCancelled, reason: "stopped before the browser came back")
  }

  /// Stops listening; does nothing if that has happened already.
  package func close() async {
    do { try await channel.close() } catch {
      // It was closed already, which is what was wanted.
    }
  }
}

/// Answers one connection of a browser's.
private final class CallbackHandler: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private let path: String
  private let state: String?
  private let continuation: AsyncStream<Result<String, CloudFailure>>.Continuation
  private var head: HTTPRequestHead?

  init(path: String, state: String?, continuation: AsyncStream<Result<String, CloudFailure>>.Continuation) {
    (self.path, self.state, self.continuation) = (path, state, continuation)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head): self.head = head
    case .body: break
    case .end:
      guard let head else { return }
      let (status, sentence) = answer(head)
      self.head = nil
      reply(context, status: status, sentence: sentence)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

  private func answer(_ head: HTTPRequestHead) -> (HTTPResponseStatus, String) {
    let parts = head.uri.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard head.method == .GET, let given = parts.first, given == path else {
      return (.notFound, "There is nothing here.")
    }
    let members = PercentCoding.members(ofQuery: parts.count > 1 ? parts[1] : "")
    func member(_ names: String...) -> String? {
      members.first { names.contains($0.name) && !$0.value.isEmpty }?.value
    }
    if let state, member("state") != state {
      return (.forbidden, "This sign-in was not begun by the program that waits here.")
    }
    if let token = member("ckWebAuthToken", "ckSession") {
      continuation.yield(.success(token))
      return (.ok, "You are signed in. You can close this page and go back to the terminal.")
    }
    guard let message = member("errorMessage") else { return (.badRequest, "The sign-in page sent nothing along.") }
    continuation.yield(.failure(CloudFailure(code: .notAuthenticated, reason: String(message.prefix(200)))))
    return (.ok, "You are not signed in. You can close this page and go back to the terminal.")
  }

  private func reply(_ context: ChannelHandlerContext, status: HTTPResponseStatus, sentence: String) {
    let page = """
      <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>CloudJournal</title></head>\
      <body><p>\(sentence)</p></body></html>
      """
    var headers: HTTPHeaders = [
      "Content-Type": "text/html; charset=utf-8", "Content-Length": String(page.utf8.count), "Connection": "close",
      "Cache-Control": "no-store", "Referrer-Policy": "no-referrer", "X-Content-Type-Options": "nosniff",
    ]
    headers.add(name: "Content-Security-Policy", value: "default-src 'none'; frame-ancestors 'none'")
    let head = HTTPResponseHead(version: .http1_1, status: status, headers: headers)
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: page)))), promise: nil)
    let channel = context.channel
    context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in channel.close(promise: nil) }
  }
}
