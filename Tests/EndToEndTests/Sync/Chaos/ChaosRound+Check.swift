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
    let ended = try server.stop()
    if ended.status != .success { problems.append("the server → \(ended)") }
    try server.run("check")
    guard problems.isEmpty else { throw UnexpectedOutcome(description: problems.joined(separator: "\n")) }
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
