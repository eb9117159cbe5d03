package import JournalCore
import JournalFormats
import JournalSeal
import JournalSync

/// Where a computer stands with the keys of its account, who can read, and who asks to be let in: for a person or a script.
package struct KeysReport: Sendable {
  /// Where this computer stands.
  package let status: EncryptionStatus
  /// Why what the server shows is not used; nil where it is.
  private let trouble: String?
  private let devices: [KeySurvey.Device]
  /// What this device is called now; the ring has the name that it had when it was let in.
  private let ownName: String
  private let since: Instant?
  private let setBy: String
  private let requests: [AccountDesk.Asking]
  private let unreadable: Int
  /// Changes of the keys that are left before nothing but removing goes.
  private let changesLeft: Int?
  private let zone: any LocalZone

  init(
    _ survey: KeySurvey?, _ known: EncryptionStatus?, _ entrance: KeyAccess.Entrance, requests: [AccountDesk.Asking],
    ownName: String, unreadable: Int, zone: any LocalZone
  ) {
    self.zone = zone
    var status = known ?? EncryptionStatus(entrance == .plain ? .open : .waiting)
    var trouble: String?
    switch entrance {
    case .waiting(let words):
      status.state = .waiting
      status.words = words
    case .refused(let why):
      status.state = .refused
      trouble = why
    case .unasked(let why): trouble = "This is what is known here. \(why)"
    case .removed: status.state = .removed
    case .plain, .founded, .ready: break
    }
    (self.status, self.trouble) = (status, trouble)
    devices = survey?.devices ?? []
    self.ownName = ownName
    changesLeft = survey?.changesLeft
    setBy = survey?.modeSetBy ?? ""
    since = survey?.modeSetAt.map { Instant(milliseconds: Int64(clamping: $0)) }
    (self.requests, self.unreadable) = (requests, unreadable)
  }

  private func name(of device: KeySurvey.Device) -> String {
    device.isThisOne && !ownName.isEmpty ? ownName : device.name
  }

  private static let fewChanges = 50

  /// Whether the journal is encrypted, and no loss of devices loses it.
  package var isInOrder: Bool {
    status.state == .ready && status.isRecoveryConfirmed && trouble == nil && status.setback?.isKept != true
  }

  /// The beginnings of the ids and the names of the other devices that can read.
  package var otherReaders: [(id: String, name: String)] {
    devices.filter { !$0.isThisOne }.map { (String($0.id.description.prefix(8)), $0.name) }
  }

  /// `{"ok":…,"state":…,"key":…,…}` and a line end.
  ///
  /// - Parameter isOK: Whether the command did what it was asked to.
  package func json(isOK: Bool) -> [UInt8] {
    var json = JSONWriter(escaping: .terminalSafe)
    json.object { json in
      json.member("ok", isOK)
      json.member("state", status.state.rawValue)
      json.member("key", Int64(status.key))
      json.member("recoveryConfirmed", status.isRecoveryConfirmed)
      json.member("recoveryHere", status.isRecoveryHere)
      json.member("unreadable", Int64(unreadable))
      json.member("words", status.words.isEmpty ? nil : status.words.joined(separator: " "))
      json.member("trouble", trouble)
      status.write(to: &json)
      json.key("devices")
      json.array { json in
        for device in devices {
          json.object { json in
            json.member("id", device.id.description)
            json.member("device", name(of: device))
            json.member("addedAt", ISODate.string(Instant(milliseconds: Int64(clamping: device.addedAt))))
            json.member("current", device.isThisOne)
          }
        }
      }
      json.key("requests")
      json.array { json in
        for request in requests {
          json.object { json in
            json.member("id", request.id)
            json.member("device", request.name)
            json.member("since", ISODate.string(request.since))
          }
        }
      }
    }
    json.lineFeed()
    return json.bytes
  }

  /// Prints the state, what to do, who can read and who asks.
  package func print(to output: inout Printout, now: Instant) {
    output.line("Encryption  \(KeyWords.state(status))", isInOrder ? .strong : .warning)
    let who = setBy.isEmpty ? "" : ", by “\(setBy)”"
    if let since, status.isUsable || status.state == .open {
      output.line("Since       \(DateText.ago(since, now: now))\(who)")
    }
    if unreadable > 0 { output.line("Closed      \(unreadable) on the server that cannot be opened here", .warning) }
    if let changesLeft, changesLeft <= KeysReport.fewChanges {
      output.addLines(
        "Nearly full \(NumberText.counted(changesLeft, "change", "changes")) of the keys left: after that devices can be removed, "
          + "and none let in. Begin anew before: erase the journal on the server, sign out, and sign in again.\n",
        .warning)
    }
    if let setback = status.setback { output.addLines("\(setback.words(now: now))\n", .warning) }
    if let removal = status.removal { output.addLines("\(removal.clause(in: zone)).\n", .warning) }
    if let trouble { output.addLines("\(trouble)\n", .warning) }
    switch status.state {
    case .open: output.line("What you write is plain on the server. To encrypt it: cloudjournal account keys --turn-on")
    case .waiting where status.words.isEmpty: break
    case .waiting: output.addLines("\(KeyWords.type(status.words))\n", .plain)
    case .removed: output.line("To ask to be let in again: \(KeyWords.askAgain)")
    case .ready where !status.isRecoveryConfirmed && status.isRecoveryHere:
      output.line("Write the recovery key down: cloudjournal account recovery, then … recovery --confirm")
    case .ready where !status.isRecoveryConfirmed:
      output.line("The recovery key is on the device that made it, and not confirmed yet.")
    default: break
    }
    guard !devices.isEmpty else { return }
    output.line()
    output.line("Can read")
    for device in devices {
      output.add(device.isThisOne ? "* " : "  ", .strong)
      output.add(name(of: device).isEmpty ? "a device without a name" : name(of: device))
      let added = DateText.ago(Instant(milliseconds: Int64(clamping: device.addedAt)), now: now)
      output.line("  let in \(added), \(device.id.description.prefix(8))", .dim)
    }
    for request in requests {
      output.add("! \(request.name) asks to be let in, \(DateText.ago(request.since, now: now))", .warning)
      output.line(", \(request.id.prefix(8))", .dim)
    }
    if !requests.isEmpty { output.line("  Let it in with: cloudjournal account approve", .dim) }
  }
}

extension KeySetback {
  /// What happened, when, and what to do.
  func words(now: Instant) -> String {
    "\(sentence) That was \(DateText.ago(moment, now: now))." + (advice.isEmpty ? "" : " \(advice)")
  }
}

extension EncryptionStatus {
  /// Adds what was noted of the server's keys and of this device's removal, each `null` where there is none.
  func write(to json: inout JSONWriter) {
    json.member("olderKeys", setback?.name)
    json.member("olderKeysAt", setback.map { ISODate.string($0.moment) })
    json.member("removedAt", removal?.at.map { ISODate.string($0) })
    json.member("removedBy", removal?.by)
  }
}
