import JournalCore
import JournalModel

/// One word is followed through the trace.
extension Simulation {
  /// Says where a word is whenever that has changed.
  func watch() throws {
    guard let word else { return }
    var places: [String] = []
    for device in devices {
      for name in deeds.written.keys.sorted() where deeds.written[name]?.contains(word) == true {
        if let entry = try device.store.entry(RecordName(name)), Token.all(in: entry).contains(word) {
          places.append("shown by \(device.name)")
        }
        if try device.store.history(of: RecordName(name)).contains(where: { Token.all(in: $0.oldText).contains(word) })
        {
          places.append("in the history of \(device.name)")
        }
      }
    }
    let line = places.joined(separator: ", ")
    guard line != watched else { return }
    watched = line
    say("\(word) is \(line)")
    for (name, words) in deeds.written where words.contains(word) {
      for device in devices {
        let body = try device.store.entry(RecordName(name))?.body
        say("  \(device.name) shows \(body.map { $0.debugDescription } ?? "nothing")")
      }
    }
  }
}
