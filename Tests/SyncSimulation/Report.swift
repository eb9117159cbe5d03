/// What a run came to.
package struct SimulationReport: Sendable {
  package var seed: UInt64
  /// What does not hold that has to; empty where all is well.
  package var failures: [String] = []
  /// The digest of all that happened: the same seed gives the same.
  package var hash: UInt64
  package var counts = Counts()
  /// The last lines of what happened, or all of them.
  package var trace: [String] = []

  /// How often things happened that a run is there to try: an uncommon case is no case.
  package struct Counts: Sendable, CustomStringConvertible {
    package var events = 0
    package var requests = 0
    package var edits = 0
    package var editsInFlight = 0
    package var saves = 0
    package var faults = 0
    package var crashes = 0
    package var conflicts = 0
    package var questions = 0
    package var records = 0
    /// Runs with two engines on one journal.
    package var twins = 0
    /// Devices that got their journal back from a backup.
    package var restores = 0
    /// Files of pictures that were sent, or begun to be.
    package var uploads = 0
    /// Pictures of which it was said that they are missing.
    package var missing = 0

    /// Folders of the server that went back.
    package var putBacks = 0
    /// Folders of the server that were copied and went on twice.
    package var copies = 0
    /// Devices that lost what they knew of the server.
    package var forgotten = 0
    /// What another program wrote.
    package var foreign = 0
    /// Answers that were garbled.
    package var lies = 0
    /// Fields that only a newer version knows, as often as it wrote one.
    package var places = 0
    /// Tries of a server with sealed records.
    package var malice = 0
    /// Of those, records whose contents were swapped.
    package var swaps = 0
    /// Changes of the ring that people made.
    package var ringActs = 0
    /// Devices that people let in, or that came by the recovery key; devices that were removed, or left.
    package var letIn = 0
    package var removals = 0
    /// What people did with keys and was killed before or after a request.
    package var deskKills = 0
    /// Tries of a malicious server with rings, and devices that refused one of its rings and said so.
    package var tricks = 0
    package var refusals = 0

    /// In hundredths of what is allowed, the most requests that a device sent after the last edit.
    package var mostRequests = 0

    package init() {}

    package var description: String {
      "\(events) events, \(requests) requests, \(edits) edits (\(editsInFlight) in flight), \(saves) saves, "
        + "\(faults) faults, \(crashes) crashes, \(conflicts) conflicts, \(questions) questions, \(records) records, "
        + "\(twins) with two engines on one journal, \(restores) restores, "
        + "\(uploads) uploads, \(missing) missing pictures, \(putBacks) folders put back, \(copies) copied, "
        + "\(forgotten) times all forgotten, \(foreign) acts of another program, \(lies) garbled answers, "
        + "\(places) fields of a newer version, \(malice) tries of a malicious server (\(swaps) swapped), \(ringActs) changes of keys, "
        + "\(letIn) let in, \(removals) removed, \(deskKills) killed at their keys, \(tricks) tries with rings (\(refusals) refused), "
        + "\(mostRequests) % of the requests that are allowed at the end"
    }

    package static func += (a: inout Counts, b: Counts) {
      a.events += b.events
      a.requests += b.requests
      a.edits += b.edits
      a.editsInFlight += b.editsInFlight
      a.saves += b.saves
      a.faults += b.faults
      a.crashes += b.crashes
      a.conflicts += b.conflicts
      a.questions += b.questions
      a.records += b.records
      a.twins += b.twins
      a.restores += b.restores
      a.uploads += b.uploads
      a.missing += b.missing
      a.putBacks += b.putBacks
      a.copies += b.copies
      a.forgotten += b.forgotten
      a.foreign += b.foreign
      a.lies += b.lies
      a.places += b.places
      a.malice += b.malice
      a.swaps += b.swaps
      a.ringActs += b.ringActs
      a.letIn += b.letIn
      a.removals += b.removals
      a.deskKills += b.deskKills
      a.tricks += b.tricks
      a.refusals += b.refusals
      a.mostRequests = max(a.mostRequests, b.mostRequests)
    }
  }
}

/// What happened, line by line, and its digest.
struct Trace {
  private(set) var lines: [String] = []
  private(set) var hash: UInt64 = 0xCBF2_9CE4_8422_2325
  private let isWhole: Bool

  init(isWhole: Bool) { self.isWhole = isWhole }

  mutating func add(_ line: @autoclosure () -> String, at time: Int64) {
    let line = "\(time) \(line())"
    // FNV-1a.
    for byte in line.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    lines.append(line)
    if !isWhole, lines.count > 400 { lines.removeFirst(200) }
  }
}
