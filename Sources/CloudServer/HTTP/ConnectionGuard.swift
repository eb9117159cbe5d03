import HTTPTypes
package import NIOCore
package import NIOHTTPTypes

/// Keeps one connection in order below what Hummingbird sees: time limits, `Expect: 100-continue`, farewells.
///
/// - A connection whose first request has not begun after ``Limits/head`` is closed, and so is one whose request is not
///   complete after ``Limits/body``; uploads of files may take longer, as long as bytes keep coming.
/// - A reply with `Connection: close` ends the connection: the sending side at once, the rest a moment later, so that a
///   client that is still sending can read the reply.
/// - A request that HTTP itself cannot make out is answered with JSON like every other refusal.
/// - A connection whose client hangs up while a request for notifications waits is closed.
package final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
  /// A request's head, a piece of its body, or its end.
  package typealias InboundIn = HTTPRequestPart
  /// The same, passed on as it comes.
  package typealias InboundOut = HTTPRequestPart
  /// A reply's head, a piece of its body, or its end.
  package typealias OutboundIn = HTTPResponsePart
  /// The same, passed on as it comes, but for an empty reply to a request that cannot be read.
  package typealias OutboundOut = HTTPResponsePart

  /// Times after which a connection is closed.
  package struct Limits: Sendable {
    /// From the start of the connection to the head of its first request.
    package var head = TimeAmount.seconds(10)
    /// From a request's head to its end, but for uploads of files.
    package var body = TimeAmount.seconds(60)
    /// From the last reply to the end of the connection, where the client is still sending.
    package var farewell = TimeAmount.seconds(2)
    /// Makes the limits with the times above.
    package init() {}
  }

  private enum Phase { case fresh, reading, answering, idle, leaving }

  private let limits: Limits
  private var phase = Phase.fresh
  private var isLongPoll = false
  private var closesAfterReply = false
  private var replacesReply = false
  private var deadline: Scheduled<Void>?

  package init(limits: Limits = Limits()) { self.limits = limits }

  /// Starts the time for the first request, where the connection is open already.
  package func handlerAdded(context: ChannelHandlerContext) {
    if context.channel.isActive { closeAfter(limits.head, context) }
  }

  /// Cancels the time limit.
  package func handlerRemoved(context: ChannelHandlerContext) { deadline?.cancel() }

  /// Starts the time for the first request.
  package func channelActive(context: ChannelHandlerContext) {
    if phase == .fresh { closeAfter(limits.head, context) }
    context.fireChannelActive()
  }

  /// Cancels the time limit.
  package func channelInactive(context: ChannelHandlerContext) {
    deadline?.cancel()
    context.fireChannelInactive()
  }

  /// Follows a request to its end, sets its time limit, and answers `Expect: 100-continue`.
  package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if phase == .leaving { return }
    switch unwrapInboundIn(data) {
    case .head(let head):
      deadline?.cancel()
      let path = head.path ?? ""
      isLongPoll = path.hasPrefix("/webcourier/")
      if phase != .answering { phase = .reading }
      if !path.hasPrefix("/assets/1/upload/") { closeAfter(limits.body, context) }
      if let expectation = head.headerFields[.expect], expectation.lowercased() == "100-continue" {
        context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
      }
    case .body: break
    case .end:
      deadline?.cancel()
      if phase == .reading { phase = .answering }
    }
    context.fireChannelRead(data)
  }

  /// Passes a reply on; gives an empty 400 a body, and ends the connection after `Connection: close`.
  package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head(var head):
      if head.headerFields[.connection]?.lowercased() == "close" { closesAfterReply = true }
      if head.status == .badRequest, head.headerFields[.contentLength] == "0" {
        replacesReply = true
        head.headerFields[.contentLength] = String(Self.unreadable.utf8.count)
        head.headerFields[.contentType] = "application/json; charset=UTF-8"
        context.write(wrapOutboundOut(.head(head)), promise: promise)
        context.write(wrapOutboundOut(.body(ByteBuffer(string: Self.unreadable))), promise: nil)
      } else {
        context.write(data, promise: promise)
      }
    case .body: context.write(data, promise: promise)
    case .end:
      if closesAfterReply {
        context.writeAndFlush(data, promise: promise)
        leave(context)
      } else {
        if phase == .answering { phase = .idle }
        context.write(data, promise: promise)
      }
    }
  }

  /// Closes a connection whose client hangs up while a request for notifications waits.
  package func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case .some(.inputClosed) = event as? ChannelEvent, isLongPoll, phase == .answering {
      context.close(promise: nil)
      return
    }
    context.fireUserInboundEventTriggered(event)
  }

  private func leave(_ context: ChannelHandlerContext) {
    guard phase != .leaving else { return }
    let isComplete = phase == .answering
    phase = .leaving
    deadline?.cancel()
    if isComplete {
      context.close(promise: nil)
    } else {
      context.close(mode: .output, promise: nil)
      closeAfter(limits.farewell, context)
    }
  }

  private func closeAfter(_ time: TimeAmount, _ context: ChannelHandlerContext) {
    deadline?.cancel()
    deadline = context.eventLoop.assumeIsolated().scheduleTask(in: time) { context.close(promise: nil) }
  }

  private static let unreadable =
    #"{"serverErrorCode":"BAD_REQUEST","reason":"the request is not HTTP that can be read, or its headers are too large"}"#
}

@available(*, unavailable)
extension ConnectionGuard: Sendable {}
