package import CloudClient
import CloudRecord
package import JournalCore
import JournalFormats
import JournalSync

/// Who is signed in to a journal, for a person or a script.
package struct AccountReport: Sendable {
  private let account: SyncStatus.Account
  /// Whether the server has ended a session that should still hold.
  private let isSignedOutElsewhere: Bool
  private let reason: String?
  private let service: String?
  private let name: String?
  private let device: String?

  /// Puts the server's answer together with the settings and the session of the journal.
  ///
  /// - Throws: ``CommandFailure`` where their files cannot be read.
  package init(
    _ desk: AccountDesk, state: (account: SyncStatus.Account, isSignedOutElsewhere: Bool, reason: String?)
  ) throws {
    let settings = try desk.settings()
    let session = try desk.session()
    account = state.account
    isSignedOutElsewhere = state.isSignedOutElsewhere
    reason = state.reason
    service = settings?.service
    name = session?.name ?? settings?.name ?? settings?.userRecordName
    device = settings?.deviceName
  }

  /// Whether the account can be used now.
  package var isAvailable: Bool { account == .available }

  /// Whose journal it is, in words.
  ///
  /// - Throws: ``CommandFailure`` where the settings cannot be read.
  package static func owner(_ desk: AccountDesk) throws -> String {
    guard let settings = try desk.settings() else { return "no account" }
    return "\(settings.name ?? settings.userRecordName ?? "an unnamed account") on \(settings.service)"
  }

  /// `{"ok":…,"account":…,…}` and a line end.
  package func json() -> [UInt8] {
    var json = JSONWriter(escaping: .terminalSafe)
    json.object { json in
      json.member("ok", isAvailable)
      json.member("account", account.rawValue)
      json.member("name", name)
      json.member("server", service)
      json.member("device", device)
      json.member("reason", reason)
    }
    json.lineFeed()
    return json.bytes
  }

  /// Prints the state, and then the server, the device and the reason, as far as they are known.
  package func print(to output: inout Printout) {
    output.line(headline, isAvailable ? .strong : .warning)
    if let service { output.line("Server   \(service)") }
    if let device { output.line("Device   \(device)") }
    if let reason { output.line("Because  \(reason)") }
  }

  private var headline: String {
    switch account {
    case .available: "Signed in as \(name ?? "an unnamed account")."
    case .noAccount where service == nil: "Never signed in: this journal is on this computer only."
    case .noAccount: "Not signed in. You can keep writing; sign in to sync again: cloudjournal account sign-in"
    case .restricted where isSignedOutElsewhere: SyncSpeech.commands.signedOut
    case .restricted: "The server’s owner has restricted this account. Ask them; your journal stays here."
    case .temporarilyUnavailable: "The account is not ready yet; sync continues automatically."
    case .couldNotDetermine: "Cannot ask the server who you are. Check the connection and try again."
    }
  }
}

/// The devices of an account, for a person or a script.
package struct DeviceReport: Sendable {
  private let devices: [SignedInDevice]

  package init(_ devices: [SignedInDevice]) throws { self.devices = devices }

  /// Returns `{"ok":true,"count":…,"items":[{"id","device","kind",…}]}` and a line end.
  package func json() -> [UInt8] {
    Answer.items(devices) { device, json in
      json.member("id", device.sessionID)
      json.member("device", device.device)
      json.member("kind", device.kind)
      json.member("createdAt", ISODate.string(Instant(milliseconds: device.createdAt)))
      json.member("lastUsedAt", ISODate.string(Instant(milliseconds: device.lastUsedAt)))
      json.member("expiresAt", ISODate.string(Instant(milliseconds: device.expiresAt)))
      json.member("current", device.isCurrent)
    }
  }

  /// Prints a line for each device; a star marks this one.
  package func print(to output: inout Printout, now: Instant) {
    for device in devices {
      output.add(device.isCurrent ? "* " : "  ", .strong)
      output.add(device.device.isEmpty ? "a device without a name" : device.device)
      // This one is being used.
      let used =
        device.isCurrent ? "this one" : "used \(DateText.ago(Instant(milliseconds: device.lastUsedAt), now: now))"
      output.line("  \(device.kind), \(used), \(device.sessionID.prefix(Self.shortID))", .dim)
    }
  }

  /// The characters of an id that the list shows, and the fewest by which a device is found.
  private static let shortID = 8

  /// The device that a person means: by its id or the beginning of that, or by its name. Its name comes as sentences have it.
  ///
  /// - Throws: ``CommandFailure`` with the code `not-found` where there is none, and `ambiguous` where there are several.
  package static func one(_ text: String, among devices: [SignedInDevice]) throws -> (id: String, name: String) {
    let wanted = text.lowercased()
    let found = devices.filter {
      $0.sessionID == text || $0.device.lowercased() == wanted
        || text.utf8.count >= shortID && $0.sessionID.lowercased().hasPrefix(wanted)
    }
    if found.count == 1 {
      return (found[0].sessionID, found[0].device.isEmpty ? "a device without a name" : "“\(found[0].device)”")
    }
    let which = found.isEmpty ? devices : found
    let list = which.map {
      "  \($0.sessionID.prefix(shortID))  \($0.device.isEmpty ? "a device without a name" : $0.device)"
    }
    throw CommandFailure(
      found.isEmpty ? .notFound : .ambiguous,
      (found.isEmpty
        ? "No device “\(text)” is signed in. These are:\n" : "“\(text)” may be one of these; give its id:\n")
        + list.joined(separator: "\n") + "\nNothing was changed.")
  }
}

/// Other answers in JSON.
package enum Answers {
  /// Returns `{"ok":true,"count":…,"items":[{"name","account","signedIn","current"}]}` and a line end.
  package static func journals(_ journals: [KnownJournal]) -> [UInt8] {
    Answer.items(journals) { journal, json in
      json.member("name", journal.name)
      json.member("account", journal.account)
      json.member("signedIn", journal.isSignedIn)
      json.member("current", journal.isCurrent)
      if journal.isLocked { json.member("locked", true) }
    }
  }
}

/// Opens a page of a service in the person's browser.
package enum BrowserOpener {
  /// - Throws: Where there is no desktop to ask.
  package static func open(_ page: String) throws { try DesktopOpener.open(page) }
}

extension AccountDesk.Wish {
  /// Takes the environment by its name in CloudKit; another name changes nothing.
  package mutating func setEnvironment(_ name: String?) { environment = name.flatMap { .init(rawValue: $0) } }
}
