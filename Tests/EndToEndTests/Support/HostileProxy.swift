import Foundation
import Glibc
import ScreenKit
import Synchronization

/// A server that is bad on purpose: passes requests on to the real one, but for those to which a test answers itself.
///
/// Each request has a connection of its own, so that requests are what is counted.
final class HostileProxy: Sendable {
  struct Request: Sendable {
    /// Without the query.
    var path: String
    var body: [UInt8]

    /// What is asked, such as `records/modify`.
    var operation: String { path.split(separator: "/").suffix(2).joined(separator: "/") }
  }

  enum Answer: Sendable {
    case json(String, status: Int = 200)
  }

  typealias Script = @Sendable (Request) -> Answer?

  private struct State {
    var script: Script = { _ in nil }
    /// Milliseconds of a clock that only goes on.
    var times: [(operation: String, at: Int64)] = []
  }

  let port: UInt16
  private let target: UInt16
  private let listener: Int32
  private let state = Mutex(State())

  init(to target: UInt16) throws {
    self.target = target
    (listener, port) = try ProxySocket.listen()
    Thread.detachNewThread { [self] in
      while true {
        let client = Glibc.accept(listener, nil, nil)
        if client < 0 {
          if errno == EINTR || errno == ECONNABORTED { continue }
          return
        }
        Thread.detachNewThread { [self] in
          serve(client)
          Glibc.close(client)
        }
      }
    }
  }

  var url: String { "http://127.0.0.1:\(port)" }

  /// Changes what is answered; what the script answers nil to is passed on.
  func answer(_ script: @escaping Script) { state.withLock { $0.script = script } }

  /// When requests of an operation came, in milliseconds; of all without one.
  func times(of operation: String? = nil) -> [Int64] {
    state.withLock { $0.times.filter { operation == nil || $0.operation == operation }.map(\.at) }
  }

  func forgetTimes() { state.withLock { $0.times = [] } }

  func close() {
    shutdown(listener, Int32(SHUT_RDWR))
    Glibc.close(listener)
  }

  // MARK: One request

  private func serve(_ client: Int32) {
    guard let (head, body) = HostileProxy.readRequest(client) else { return }
    let words = head.prefix { $0 != "\r\n" }.split(separator: " ")
    guard words.count > 1 else { return }
    let request = Request(path: String(words[1].prefix { $0 != "?" }), body: body)
    let script = state.withLock { state in
      // Waiting for news is no request in this sense.
      if !request.path.contains("webcourier") {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        state.times.append((request.operation, Int64(now.tv_sec) * 1000 + Int64(now.tv_nsec) / 1_000_000))
      }
      return state.script
    }
    switch script(request) {
    case .json(let text, let status):
      let bytes = Array(text.utf8)
      let answer = "HTTP/1.1 \(status) Hostile\r\nContent-Type: application/json\r\nContent-Length: \(bytes.count)\r\n"
      _ = ProxySocket.write(client, Array((answer + "Connection: close\r\n\r\n").utf8) + bytes)
    case nil: pass(head, body, client)
    }
  }

  private func pass(_ head: String, _ body: [UInt8], _ client: Int32) {
    let (server, isConnected) = ProxySocket.connect(to: target)
    defer { Glibc.close(server) }
    guard isConnected else { return }
    let lines = head.split(separator: "\r\n").filter { !$0.lowercased().hasPrefix("connection:") }
    let closing = (lines + ["Connection: close"]).joined(separator: "\r\n") + "\r\n\r\n"
    guard ProxySocket.write(server, Array(closing.utf8) + body) else { return }
    // Said to the client as well, which would otherwise ask the next thing over a connection that is about to end.
    var start: [UInt8]? = []
    while let bytes = ProxySocket.read(server) {
      guard let head = start else {
        guard ProxySocket.write(client, bytes) else { return }
        continue
      }
      let all = head + bytes
      start = all
      guard let end = all.firstRange(of: Array("\r\n".utf8)) else { continue }
      start = nil
      let closing = Array("\r\nConnection: close".utf8)
      guard ProxySocket.write(client, Array(all[..<end.lowerBound]) + closing + Array(all[end.lowerBound...])) else {
        return
      }
    }
  }

  private static func readRequest(_ client: Int32) -> (head: String, body: [UInt8])? {
    var bytes: [UInt8] = []
    while true {
      if let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) {
        let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
        let length =
          head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-length:") }
          .flatMap { Int($0.drop { $0 != ":" }.dropFirst().filter { $0 != " " }) } ?? 0
        var body = Array(bytes[end.upperBound...])
        while body.count < length {
          guard let more = ProxySocket.read(client) else { return nil }
          body += more
        }
        return (head, body)
      }
      guard let more = ProxySocket.read(client) else { return nil }
      bytes += more
    }
  }
}
