import ArgumentParser
import CloudServer
import CloudStore
import Foundation

/// `user`: who has an account.
struct UserCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "user", abstract: "Manage accounts.",
    subcommands: [Add.self, List.self, Remove.self, Password.self, Suspend.self, Resume.self, Quota.self, Email.self])

  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "add", abstract: "Create an account.")
    @Argument(help: "The account’s name: a-z, 0-9, “.”, “_”, “-”.") var name: String
    @OptionGroup var password: PasswordOptions
    @Option(help: ArgumentHelp("What they may store. Default: as configured, else 5GB.", valueName: "size"))
    var quota: String?
    @OptionGroup var options: DataOptions

    func validate() throws { try QuotaText.check(quota) }

    func run() throws {
      let configuration = try options.configuration()
      let secret = try password.read(for: name)
      let folder = try options.open(mustExist: false)
      let desk = AccountAdministration(accounts: folder.accounts, surroundings: .system)
      try desk.prepare()
      let user = try desk.addUser(
        name: name, password: secret, quota: QuotaText.bytes(quota) ?? configuration.quota,
        cost: configuration.passwordCost)
      print("\(user.name) \(user.userRecordName)")
    }
  }

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List the accounts and how much they store.")
    @OptionGroup var options: DataOptions

    func run() throws {
      let accounts = try options.open().accounts
      for user in try accounts.users() {
        let used = ByteSize.text(try accounts.usage(named: user.name))
        let quota = user.quota == StoredUser.unlimited ? "no limit" : ByteSize.text(user.quota)
        let state = user.suspendedAt == nil ? "" : "\tsuspended"
        print("\(user.name)\t\(user.userRecordName)\t\(used) of \(quota)\(state)")
      }
    }
  }

  struct Remove: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "remove", abstract: "Remove an account, with everything stored for it.",
      discussion: "Asks for the name once more. Without a terminal it needs --yes.")
    @Argument(help: "The account’s name.") var name: String
    @Flag(help: "Do not ask.") var yes = false
    @OptionGroup var options: DataOptions

    func run() throws {
      let folder = try options.open()
      let accounts = folder.accounts
      guard try accounts.user(named: name) != nil else { throw AccountError.unknownUser(name) }
      if !yes {
        guard PasswordOptions.canAsk else {
          throw ValidationError("This removes everything stored for \(name), forever. Give --yes to confirm.")
        }
        let question = "This removes everything stored for \(name), forever. Type the name to confirm: "
        FileHandle.standardError.write(Data(question.utf8))
        guard readLine() == name else { throw ServerRefusal("Nothing was removed.") }
      }
      try AccountAdministration(accounts: accounts, surroundings: .system).removeUser(
        named: name, from: folder.backend, host: options.configuration().addressHost)
    }
  }

  struct Password: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "passwd", abstract: "Set a password, and sign every device out.")
    @Argument(help: "The account’s name.") var name: String
    @OptionGroup var password: PasswordOptions
    @OptionGroup var options: DataOptions

    func run() throws {
      let configuration = try options.configuration()
      let accounts = try options.open().accounts
      guard try accounts.user(named: name) != nil else { throw AccountError.unknownUser(name) }
      try AccountAdministration(accounts: accounts, surroundings: .system).setPassword(
        name: name, password: try password.read(for: name), cost: configuration.passwordCost)
    }
  }

  struct Suspend: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "suspend", abstract: "Suspend an account; its data stays.")
    @Argument(help: "The account’s name.") var name: String
    @OptionGroup var options: DataOptions

    func run() throws { try options.open().accounts.setSuspended(named: name, at: ServerSurroundings.system.now()) }
  }

  struct Resume: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "resume", abstract: "Resume a suspended account.")
    @Argument(help: "The account’s name.") var name: String
    @OptionGroup var options: DataOptions

    func run() throws { try options.open().accounts.setSuspended(named: name, at: nil) }
  }

  struct Quota: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "quota", abstract: "Set how much an account may store.")
    @Argument(help: "The account’s name.") var name: String
    @Argument(help: "Such as 5GB or 500MiB, or “none”.") var size: String
    @OptionGroup var options: DataOptions

    func validate() throws { try QuotaText.check(size) }

    func run() throws {
      try options.open().accounts.setQuota(named: name, bytes: QuotaText.bytes(size) ?? StoredUser.unlimited)
    }
  }
}

extension UserCommand {
  struct Email: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "email", abstract: "Record an e-mail address as an account’s, or list those that are.",
      discussion: "Others can invite the account by it. You vouch that it is the account’s: no other person can say so."
    )
    @Argument(help: "The account’s name.") var name: String
    @Argument(help: "The address; without one, those that are recorded are listed.") var address: String?
    @Flag(help: "Remove the address.") var remove = false
    @OptionGroup var options: DataOptions

    func run() throws {
      let accounts = try options.open().accounts
      guard let user = try accounts.user(named: name) else { throw AccountError.unknownUser(name) }
      guard let address else {
        for recorded in try accounts.addresses(ofUser: user.userRecordName) { print(recorded) }
        return
      }
      let desk = AccountAdministration(accounts: accounts, surroundings: .system)
      if remove {
        try desk.remove(address: address, ofUserNamed: name)
      } else {
        try desk.record(address: address, ofUserNamed: name)
      }
    }
  }
}

/// Quotas as they are written on the command line.
enum QuotaText {
  static func check(_ text: String?) throws {
    if let text, bytes(text) == nil {
      throw ValidationError("“\(text)” is not a size such as 5GB or 500MiB, nor “none”.")
    }
  }

  static func bytes(_ text: String?) -> Int64? {
    guard let text else { return nil }
    return text == "none" ? StoredUser.unlimited : ByteSize.parse(text)
  }
}
