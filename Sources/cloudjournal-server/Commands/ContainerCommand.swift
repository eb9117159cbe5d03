import ArgumentParser
import CloudServer
import CloudStore

/// `container`: whose data there is.
struct ContainerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "container", abstract: "Look after containers.", subcommands: [Add.self, List.self])

  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Make a container.")
    @Argument(help: "Its id: iCloud. and a domain name backwards.") var id: String
    @OptionGroup var options: DataOptions

    func validate() throws {
      let allowed = id.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E: true
        default: false
        }
      }
      guard id.hasPrefix("iCloud."), id.utf8.count > 7, id.utf8.count <= 255, allowed else {
        throw ValidationError("A container's id is “iCloud.” and a domain name backwards: iCloud.org.example.app.")
      }
    }

    func run() throws {
      let folder = try options.open(mustExist: false)
      try AccountDesk(accounts: folder.accounts, surroundings: .system).prepare()
      try folder.accounts.add(StoredContainer(id: id, createdAt: Surroundings.system.now()))
    }
  }

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Which containers there are.")
    @OptionGroup var options: DataOptions

    func run() throws {
      for container in try options.open().accounts.containers() { print(container.id) }
    }
  }
}

/// `token`: which programs may call.
struct TokenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "token", abstract: "Look after API tokens.", subcommands: [Add.self, List.self, Remove.self])

  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Make an API token; the last line is it.", discussion: "A container that does not exist is made.")
    @Option(help: ArgumentHelp("The container it is for.", valueName: "id")) var container: String
    @OptionGroup var options: DataOptions

    func run() throws {
      var add = ContainerCommand.Add()
      add.id = container
      try add.validate()
      let folder = try options.open(mustExist: false)
      let desk = AccountDesk(accounts: folder.accounts, surroundings: .system)
      try desk.prepare()
      try folder.accounts.add(StoredContainer(id: container, createdAt: Surroundings.system.now()))
      print(try desk.addAPIToken(container: container).value)
    }
  }

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Which API tokens a container has.")
    @Option(help: ArgumentHelp("The container; all without it.", valueName: "id")) var container: String?
    @OptionGroup var options: DataOptions

    func run() throws {
      let accounts = try options.open().accounts
      let ids = try container.map { [$0] } ?? accounts.containers().map(\.id)
      for id in ids {
        for token in try accounts.apiTokens(ofContainer: id) { print("\(id)\t\(token.value)") }
      }
    }
  }

  struct Remove: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Let a program call no more.")
    @Argument(help: "The API token.") var token: String
    @OptionGroup var options: DataOptions

    func run() throws {
      guard try options.open().accounts.removeAPIToken(token) else {
        throw ServerRefusal("There is no such API token.")
      }
    }
  }
}
