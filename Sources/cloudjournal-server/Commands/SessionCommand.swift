import ArgumentParser
import CloudServer
import CloudStore
import Foundation

/// `session`: which devices are signed in.
struct SessionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "session", abstract: "Manage the devices that are signed in.",
    subcommands: [Add.self, List.self, Revoke.self])

  static func user(_ name: String, _ accounts: any AccountStoring) throws -> StoredUser {
    guard let user = try accounts.user(named: name) else { throw AccountError.unknownUser(name) }
    return user
  }

  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "add", abstract: "Sign a device in; the last line is its web auth token.",
      discussion: "For scripts, and for clients that cannot show a page to sign in on.")
    @Argument(help: "The account’s name.") var name: String
    @Option(help: ArgumentHelp("What the device is called in lists.", valueName: "name")) var device = "command line"
    @Option(help: ArgumentHelp("The one container that it opens; every one without it.", valueName: "id"))
    var container: String?
    @OptionGroup var options: DataOptions

    func run() throws {
      let configuration = try options.configuration()
      let accounts = try options.open().accounts
      let user = try SessionCommand.user(name, accounts)
      if let container, try accounts.container(container) == nil { throw AccountError.unknownContainer(container) }
      let desk = AccountAdministration(
        accounts: accounts, surroundings: .system, sessionLifetime: configuration.sessionLifetime)
      let caller = try desk.beginSession(for: user, device: device, kind: .owner, container: container)
      print(caller.webAuthToken)
    }
  }

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the devices of an account.")
    @Argument(help: "The account’s name.") var name: String
    @OptionGroup var options: DataOptions

    func run() throws {
      let accounts = try options.open().accounts
      let user = try SessionCommand.user(name, accounts)
      for session in try accounts.sessions(ofUser: user.userRecordName, at: ServerSurroundings.system.now()) {
        let used = Date(timeIntervalSince1970: Double(session.lastUsedAt) / 1000).formatted(.iso8601)
        let device = session.deviceName.unicodeScalars.map { scalar in
          scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .format
            ? "?" : String(scalar)
        }.joined()
        let container = session.containerID ?? "every container"
        print("\(session.id)\t\(session.kind.rawValue)\t\(used)\t\(device)\t\(container)")
      }
    }
  }

  struct Revoke: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "revoke", abstract: "Sign a device out.")
    @Argument(help: "The account’s name.") var name: String
    @Argument(help: "The session’s id, as `session list` has it.") var session: String
    @OptionGroup var options: DataOptions

    func run() throws {
      let accounts = try options.open().accounts
      let user = try SessionCommand.user(name, accounts)
      guard try accounts.revokeSession(session, ofUser: user.userRecordName) else {
        throw ServerRefusal("\(user.name) has no session \(session).")
      }
    }
  }
}
