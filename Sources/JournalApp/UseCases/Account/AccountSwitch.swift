import CloudClient
import Foundation
import Glibc

/// A journal of this machine and whose it is.
package struct KnownJournal: Hashable, Sendable {
  /// The journal's name, which is its folder's.
  package let name: String
  /// Such as “anna@journal.example.org”; nil for one that stays on this machine.
  package let account: String?
  /// Whether a session is kept for it; the server may have ended that meanwhile.
  package let isSignedIn: Bool
  /// Whether it is the one that is opened where none is named.
  package var isCurrent: Bool
  /// Whether it is encrypted on the disk and its key is not at hand, so that its account is not known.
  package var isLocked = false
}

/// Which of this machine's journals is the usual one: each account has its own.
package struct AccountSwitch {
  private let paths: JournalPaths
  private let environment: [String: String]
  /// The journal that the configuration names, which is before the chosen one; nil where it names none.
  private let configured: String?

  /// - Parameters:
  ///   - paths: Of the usual journal.
  ///   - environment: The process's.
  ///   - configured: The journal that the configuration names, by its name or a path.
  package init(_ paths: JournalPaths, environment: [String: String], configured: String? = nil) {
    (self.paths, self.environment, self.configured) = (paths, environment, configured)
  }

  /// The name that ``use(_:)`` has kept; nil where none was.
  ///
  /// A name that cannot be one is as good as none. While a journal is being renamed its former name is the second line.
  package static func current(_ paths: JournalPaths) -> String? {
    guard access(paths.currentJournal, F_OK) == 0 else { return nil }
    do {
      let bytes = try WholeFile.read(paths.currentJournal, atMost: 1024)
      let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
      let names = lines.map { String($0.prefix { $0 != "\r" && $0 != "\r\n" }) }
      guard let name = names.first, !name.isEmpty, !name.contains("/") else { return nil }
      guard names.count > 2, !names[1].isEmpty, !names[1].contains("/") else { return name }
      return access("\(paths.journals)/\(name)", F_OK) == 0 ? name : names[1]
    } catch {
      return nil
    }
  }

  /// The journals in the usual folder; what has a name that no journal can have is none.
  ///
  /// - Throws: ``JournalPaths/InvalidName`` where the environment names no usable folder.
  package func journals() throws -> [KnownJournal] {
    let usual = try JournalPaths(journal: nil, environment: environment)
    let folder = URL(fileURLWithPath: usual.folder).deletingLastPathComponent().path
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder)
    } catch {
      // No folder, no journals.
      return []
    }
    let current = try usualFolder()
    return names.sorted().compactMap { name in
      let places: JournalPaths
      do { places = try JournalPaths(journal: name, environment: environment) } catch { return nil }
      guard access(places.database, F_OK) == 0 else { return nil }
      var account: String?
      var isSignedIn = false
      do {
        if let settings = try places.account.read() {
          let host = try HTTPAddress(settings.service).name
          account = "\(settings.name ?? settings.userRecordName ?? "unnamed")@\(host)"
          isSignedIn = try places.session.read() != nil
        }
      } catch {
        account = nil
      }
      var journal = KnownJournal(
        name: name, account: account, isSignedIn: isSignedIn, isCurrent: places.folder == current)
      do { journal.isLocked = try LockDesk(places).isLocked() } catch {
        // Its vault cannot be used, which opening it says.
        journal.isLocked = true
      }
      return journal
    }
  }

  /// The key of a server that any journal here trusts at an address: a person is asked once for each address.
  func trustedKey(at service: String) -> String? {
    let known: [KnownJournal]
    do { known = try journals() } catch { return nil }
    for journal in known {
      do {
        let places = try JournalPaths(journal: journal.name, environment: environment)
        guard let settings = try places.account.read(), settings.service == service else {
          continue
        }
        if let pin = settings.pin { return pin }
      } catch {
        // What cannot be read trusts no server.
        continue
      }
    }
    return nil
  }

  /// Makes the journal of this name, or of this account, the usual one, but for what the configuration says.
  ///
  /// - Throws: ``CommandFailure`` where none or several fit, or where the choice cannot be written down.
  package func use(_ wanted: String) throws -> KnownJournal {
    let all = try journals()
    let matches = all.filter { $0.name == wanted }
    let found = matches.isEmpty ? all.filter { $0.account == wanted } : matches
    guard var journal = found.first else {
      let known = all.map { journal in journal.name + (journal.account.map { " (\($0))" } ?? "") }
      throw CommandFailure(
        .notFound, "There is no journal or account “\(wanted)” here. There are: \(known.joined(separator: ", ")).")
    }
    guard found.count == 1 else {
      throw CommandFailure(
        .ambiguous,
        "\(wanted) has several journals here: \(found.map(\.name).joined(separator: ", ")). Name one of them.")
    }
    try keep(journal.name)
    if configured == nil { journal.isCurrent = true }
    return journal
  }

  /// Writes down which journal is the usual one.
  ///
  /// - Parameter former: The name that it has until it is renamed.
  func keep(_ name: String, former: String? = nil) throws {
    try FolderMaker.make(paths.stateFolder)
    let file = try OutputFile(path: paths.currentJournal, replaces: true)
    try file.write(Array("\(name)\n\(former.map { $0 + "\n" } ?? "")".utf8))
    try file.finish()
  }

  /// The folder of the journal that opens where none is named.
  func usualFolder() throws -> String {
    try JournalPaths(journal: configured ?? AccountSwitch.current(paths), environment: environment).folder
  }
}
