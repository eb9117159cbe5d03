import Synchronization

/// What the server counts, as Prometheus reads it.
package final class ServerMetrics: Sendable {
  private struct Request: Hashable {
    var route: String
    var status: Int
  }

  private struct Latency {
    var counts = [Int](repeating: 0, count: ServerMetrics.bounds.count)
    var count = 0
    var seconds = 0.0
  }

  private struct State {
    var requests: [Request: Int] = [:]
    var latencies: [String: Latency] = [:]
    var recordsWritten = 0
    var bytesIn = 0
    var bytesOut = 0
    var notifications = 0
  }

  /// Seconds.
  private static let bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

  private let state = Mutex(State())

  /// Makes counters that stand at 0.
  package init() {}

  /// Counts an answer; the time is that until its head was ready. Polls wait on purpose and have no latency.
  package func answered(route: String, status: Int, seconds: Double?) {
    state.withLock { state in
      state.requests[Request(route: route, status: status), default: 0] += 1
      guard let seconds else { return }
      var latency = state.latencies[route] ?? Latency()
      latency.count += 1
      latency.seconds += seconds
      for (place, bound) in Self.bounds.enumerated() where seconds <= bound { latency.counts[place] += 1 }
      state.latencies[route] = latency
    }
  }

  /// Counts records that were saved or deleted.
  package func wrote(records: Int) { state.withLock { $0.recordsWritten += records } }
  /// Counts notifications, each once however many devices get it.
  package func notified(_ count: Int) { state.withLock { $0.notifications += count } }
  /// Counts bytes of bodies after expansion: of requests to databases, and of files.
  package func received(bytes: Int) { state.withLock { $0.bytesIn += bytes } }
  /// Counts bytes of answers' bodies, as compressed.
  package func sent(bytes: Int) { state.withLock { $0.bytesOut += bytes } }

  /// Prometheus' text format, version 0.0.4.
  package func text(openPolls: Int) -> String {
    let state = state.withLock { $0 }
    var lines: [String] = []
    func family(_ name: String, _ kind: String, _ help: String) {
      lines.append("# HELP cloudjournal_\(name) \(help)")
      lines.append("# TYPE cloudjournal_\(name) \(kind)")
    }
    family("requests_total", "counter", "Requests answered.")
    for (request, count) in state.requests.sorted(by: { ($0.key.route, $0.key.status) < ($1.key.route, $1.key.status) })
    {
      lines.append(
        #"cloudjournal_requests_total{route="\#(request.route)",status="\#(request.status)"} \#(count)"#)
    }
    family("request_seconds", "histogram", "Time from a request's head to its answer's.")
    for (route, latency) in state.latencies.sorted(by: { $0.key < $1.key }) {
      for (bound, count) in zip(Self.bounds, latency.counts) {
        lines.append(#"cloudjournal_request_seconds_bucket{route="\#(route)",le="\#(bound)"} \#(count)"#)
      }
      lines.append(#"cloudjournal_request_seconds_bucket{route="\#(route)",le="+Inf"} \#(latency.count)"#)
      lines.append(#"cloudjournal_request_seconds_sum{route="\#(route)"} \#(latency.seconds)"#)
      lines.append(#"cloudjournal_request_seconds_count{route="\#(route)"} \#(latency.count)"#)
    }
    for (name, help, value) in [
      ("records_written_total", "Records saved or deleted.", state.recordsWritten),
      ("notifications_total", "Notifications made.", state.notifications),
      (
        "received_bytes_total", "Bytes of requests to databases, after expansion, and of uploaded files.", state.bytesIn
      ),
      ("sent_bytes_total", "Bytes of bodies sent, as sent.", state.bytesOut),
    ] {
      family(name, "counter", help)
      lines.append("cloudjournal_\(name) \(value)")
    }
    family("open_polls", "gauge", "Requests that wait for notifications.")
    lines.append("cloudjournal_open_polls \(openPolls)")
    return lines.joined(separator: "\n") + "\n"
  }
}
