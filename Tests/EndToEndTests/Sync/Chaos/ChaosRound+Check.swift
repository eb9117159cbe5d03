import Foundation
import JournalCore
import ScreenKit

extension ChaosRound {
  var lastLine: String { log.last ?? "" }

  /// Compares all machines, field by field, and looks for every word that was ever acknowledged.
  func check() throws {
    // Once more: what is at rest stays as it is.
    for device in devices { try device.journal.sync() }
    let contents = try devices.map { try $0.contents() }
    var problems: [String] = []
    for (device, other) in zip(devices, contents).dropFirst() {
      problems += other.differences(from: contents[0]).map { "\(device.name) has \($0) on \(devices[0].name)" }
    }
    problems += missingWords(contents)
    problems += doubledEntries(contents)
    for device in devices {
      let checkup = try device.journal.run("doctor")
      if checkup.status != .success { problems.append("\(device.name): doctor → \(checkup)") }
    }
    if !hasTraces { problems.append("the server’s log or a machine’s traffic was not kept") }
    // In a plain journal the same search has to find it.
    let traces = traces()
    problems +=
      isSealed ? traces : traces.count >= 2 ? [] : ["the search for what was written finds nothing: \(traces)"]
    let ended = try server.stop()
    if ended.status != .success { problems.append("the server → \(ended)") }
    try server.run("check")
    guard problems.isEmpty else { throw UnexpectedOutcome(description: problems.joined(separator: "\n")) }
  }

  /// Where what a person wrote can be read that is not on one of their machines.
  ///
  /// Words, titles, captions, categories and files' names all have one mark in them, and so have the pieces of the picture.
  func traces() -> [String] {
    let traces = Traces(of: [Ledger.mark, PictureOfTests.mark])
    return traces.files(below: server.sandbox.root).map { "what was written can be read in the server’s \($0)" }
      + devices.filter { $0.network.traffic.places(of: traces) > 0 }.map {
        "what was written went over \($0.name)’s network"
      }
  }

  /// Whether there was something to be searched: the server's folder, its log, and traffic of each machine.
  var hasTraces: Bool {
    let log = FileManager.default.contents(atPath: server.sandbox.path("server.log")) ?? Data()
    return !log.isEmpty && devices.allSatisfy { $0.network.traffic.size > 10_000 }
  }

  /// A word stands in a record, or in the history of some machine: there, where it was replaced or merged.
  private func missingWords(_ contents: [JournalContents]) -> [String] {
    var found: Set<String> = []
    for content in contents { found.formUnion(content.places.keys) }
    for content in contents { found.formUnion(content.formerPlaces.keys) }
    return ledger.words.values.filter { !$0.isExcused && !found.contains($0.text) }
      .map { "\($0.text) is lost: \($0.origin)" }.sorted()
  }

  /// Nothing that was sent twice became two entries.
  private func doubledEntries(_ contents: [JournalContents]) -> [String] {
    var places: [String: Set<RecordName>] = [:]
    for content in contents {
      places.merge(content.places) { $0.union($1) }
      places.merge(content.formerPlaces) { $0.union($1) }
    }
    return ledger.creations.filter { (places[$0]?.count ?? 0) > 1 }.map { "\($0) is in \(places[$0] ?? [])" }.sorted()
  }
}
