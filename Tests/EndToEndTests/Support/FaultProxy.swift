import Foundation
import Glibc
import ScreenKit
import Synchronization

/// A network that can be cut: passes connections on to a server, or does to them what networks do.
final class FaultProxy: Sendable {
  enum Mode: Equatable, Sendable {
    case pass
    /// Nothing gets through: connections are closed at once.
    case cut
    /// Every request is answered with this status by something in between.
    case answer(Int)
    /// Requests arrive and are carried out; their replies are lost.
    case loseReplies
    /// Replies end in the middle.
    case halveReplies
    /// Requests end in the middle.
    case halveRequests
    /// Everything arrives, each piece so many milliseconds late.
    case delay(Int32)
    /// What is sent goes nowhere, and nobody says so until the weather changes.
    case swallow
    /// Connections end once so many bytes of replies have come over them.
    case cutLongReplies(Int)
  }

  private struct State {
    var mode = Mode.pass
    var open: [Int32] = []
    var isClosed = false
    var requests = 0
    var target: UInt16
  }

  let port: UInt16
  /// All that came from either side, whether or not it was passed on.
  let traffic = Traffic()
  private let listener: Int32
  private let state: Mutex<State>

  init(to target: UInt16) throws {
    state = Mutex(State(target: target))
    (listener, port) = try ProxySocket.listen()
    Thread.detachNewThread { [self] in accept() }
  }

  var url: String { "http://127.0.0.1:\(port)" }

  /// How many connections have brought something.
  var requests: Int { state.withLock { $0.requests } }

  /// Changes the weather; connections that are open feel it, too.
  func set(_ mode: Mode) {
    state.withLock { state in
      // Whatever was swallowed is not waited for any longer.
      let ends = mode == .cut || state.mode == .swallow
      state.mode = mode
      // Under the lock: a descriptor that is closed meanwhile may be somebody else's at once.
      if ends { for descriptor in state.open { shutdown(descriptor, Int32(SHUT_RDWR)) } }
    }
  }

  /// Leads new connections to another port.
  func lead(to target: UInt16) { state.withLock { $0.target = target } }

  func close() {
    state.withLock { state in
      state.isClosed = true
      for descriptor in state.open { shutdown(descriptor, Int32(SHUT_RDWR)) }
    }
    shutdown(listener, Int32(SHUT_RDWR))
    Glibc.close(listener)
  }

  private func accept() {
    while true {
      let client = Glibc.accept(listener, nil, nil)
      if client < 0 {
        if errno == EINTR || errno == ECONNABORTED { continue }
        return
      }
      if state.withLock({ $0.isClosed || $0.mode == .cut }) {
        Glibc.close(client)
        continue
      }
      Thread.detachNewThread { [self] in serve(client) }
    }
  }

  private func serve(_ client: Int32) {
    let (server, isConnected) = ProxySocket.connect(to: state.withLock { $0.target })
    defer {
      state.withLock { state in state.open.removeAll { $0 == client || $0 == server } }
      Glibc.close(client)
      Glibc.close(server)
    }
    guard isConnected else { return }
    state.withLock { $0.open += [client, server] }
    let replies = DispatchGroup()
    replies.enter()
    Thread.detachNewThread { [self] in
      passReplies(from: server, to: client)
      shutdown(client, Int32(SHUT_RDWR))
      replies.leave()
    }
    passRequests(from: client, to: server)
    shutdown(server, Int32(SHUT_RDWR))
    replies.wait()
  }

  private func passRequests(from client: Int32, to server: Int32) {
    let stream = traffic.begin()
    while let bytes = ProxySocket.read(client) {
      traffic.add(bytes, to: stream)
      let mode = state.withLock { state in
        state.requests += 1
        return state.mode
      }
      switch mode {
      case .cut: return
      case .answer(let status):
        let head = "HTTP/1.1 \(status) Fault\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n"
        let wait = status == 429 || status == 503 ? "Retry-After: 1\r\n" : ""
        _ = ProxySocket.write(client, Array("\(head)\(wait)Connection: close\r\n\r\nfault".utf8))
        return
      case .halveRequests:
        _ = ProxySocket.write(server, Array(bytes.prefix(bytes.count / 2)))
        return
      case .swallow: continue
      case .delay(let time):
        poll(nil, 0, time)
        guard ProxySocket.write(server, bytes) else { return }
      case .pass, .loseReplies, .halveReplies, .cutLongReplies:
        guard ProxySocket.write(server, bytes) else { return }
      }
    }
  }

  private func passReplies(from server: Int32, to client: Int32) {
    var passed = 0
    let stream = traffic.begin()
    while let bytes = ProxySocket.read(server) {
      traffic.add(bytes, to: stream)
      passed += bytes.count
      switch state.withLock({ $0.mode }) {
      case .pass, .halveRequests: guard ProxySocket.write(client, bytes) else { return }
      case .delay(let time):
        poll(nil, 0, time)
        guard ProxySocket.write(client, bytes) else { return }
      case .swallow: continue
      case .cutLongReplies(let limit):
        guard passed <= limit, ProxySocket.write(client, bytes) else { return }
      case .halveReplies:
        _ = ProxySocket.write(client, Array(bytes.prefix(bytes.count / 2)))
        return
      case .cut, .answer, .loseReplies: return
      }
    }
  }
}
