import ArgumentParser
import CloudRecord
import CloudServer
import CloudStore

/// `container`: whose data there is.
struct ContainerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "container", abstract: "Manage containers.", subcommands: [Add.self, List.self])

  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "add", abstract: "Create a container.")
    @Argument(help: ArgumentHelp("Its id: iCloud. and a domain name backwards.", valueName: "container-id")) var id:
      String
    @OptionGroup var options: DataOptions

    func validate() throws {
      let allowed = id.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E: true
        default: false
        }
      }
      guard id.hasPrefix("iCloud."), id.utf8.count > 7, id.utf8.count <= 255, allowed else {
        throw ValidationError("A container’s id is “iCloud.” and a domain name backwards: iCloud.org.example.app.")
      }
    }

    func run() throws {
      let folder = try options.open(mustExist: false)
      try AccountAdministration(accounts: folder.accounts, surroundings: .system).prepare()
      try folder.accounts.add(StoredContainer(id: id, createdAt: ServerSurroundings.system.now()))
    }
  }

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the containers.")
    @OptionGroup var options: DataOptions

    func run() throws {
      for container in try options.open().accounts.containers() { print(container.id) }
    }
  }
}

/// `token`: which programs may call.
struct TokenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "token", abstract: "Manage API tokens.", subcommands: [Add.self, List.self, Remove.self])

  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "add", abstract: "Create an API token; the last line is the token.",
      discussion: """
        A container that does not exist is made. With an origin, the sign-in window that a web page opens hands the page \
        its web auth token; with a callback, the browser goes on to that address with it.
        """)
    @Option(help: ArgumentHelp("The container it is for.", valueName: "id")) var container: String
    @Option(
      help: ArgumentHelp(
        "The token, for a program that has one built in: 64 hexadecimal digits. Default: random ones.", valueName: "hex"
      ))
    var value: String?
    @Option(
      help: ArgumentHelp("The origin of web pages that may sign in: https://host. Can be repeated.", valueName: "url"))
    var origin: [String] = []
    @Option(help: ArgumentHelp("Where a browser goes after signing in.", valueName: "url")) var callback: String?
    @Option(help: ArgumentHelp("development, production or both. Default: both.", valueName: "name"))
    var environment = Environment.both
    @OptionGroup var options: DataOptions

    enum Environment: String, ExpressibleByArgument, CaseIterable { case development, production, both }

    func run() throws {
      var add = ContainerCommand.Add()
      add.id = container
      try add.validate()
      let folder = try options.open(mustExist: false)
      let desk = AccountAdministration(accounts: folder.accounts, surroundings: .system)
      try desk.prepare()
      try folder.accounts.add(StoredContainer(id: container, createdAt: ServerSurroundings.system.now()))
      let token = try desk.addAPIToken(
        container: container, value: value, origins: origin, callback: callback,
        environment: CloudEnvironment(rawValue: environment.rawValue))
      print(token.value)
    }
  }

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List the API tokens of a container.")
    @Option(help: ArgumentHelp("The container; all without it.", valueName: "id")) var container: String?
    @OptionGroup var options: DataOptions

    func run() throws {
      let accounts = try options.open().accounts
      let ids = try container.map { [$0] } ?? accounts.containers().map(\.id)
      for id in ids {
        for token in try accounts.apiTokens(ofContainer: id) {
          let rules = [token.environment?.rawValue ?? "both"] + token.origins + (token.callbackURL.map { [$0] } ?? [])
          print("\(id)\t\(token.value)\t\(rules.joined(separator: " "))")
        }
      }
    }
  }

  struct Remove: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "remove", abstract: "Revoke an API token.")
    @Argument(help: "The API token.") var token: String
    @OptionGroup var options: DataOptions

    func run() throws {
      guard try options.open().accounts.removeAPIToken(StoredAPIToken.normalized(token)) else {
        throw ServerRefusal("There is no such API token.")
      }
    }
  }
}
