import ArgumentParser
import CloudServer
import CloudStore
import Foundation
import Glibc
import SystemKit

/// `init`: makes a server that other computers can reach, with its first account.
struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Set a server up for your computers: folder, certificate, first account.",
    discussion: """
      Prints the line to type on each computer, and how to start the server. It starts nothing itself. On a folder that is \
      set up already it changes nothing and prints the same again.
      """)

  @Option(
    help: ArgumentHelp(
      "The server’s data folder.", discussion: "Default: $XDG_DATA_HOME/cloudjournal-server.", valueName: "dir"))
  var data: String?
  @Option(
    help: ArgumentHelp(
      "A name or address of this computer by which others reach it; the first one is what they are told. Default: those "
        + "that the machine has.", valueName: "name"))
  var host: [String] = []
  @Option(help: ArgumentHelp("The port to listen on. Default: 8443.", valueName: "number")) var port: Int?
  @Option(help: ArgumentHelp("The name of the first account. Default: your name on this computer.", valueName: "name"))
  var user: String?
  @OptionGroup var password: PasswordOptions

  func validate() throws {
    guard (1...65_535).contains(port ?? 1) else { throw ValidationError("--port is a number from 1 to 65535.") }
  }

  func run() throws {
    let environment = ProcessInfo.processInfo.environment
    let directory = absolute(
      data ?? environment["CLOUDJOURNAL_SERVER_DATA"] ?? ServerConfiguration.defaultDataDirectory(environment))
    let own = directory + "/" + ServerSetup.configurationName
    let isThere = FileManager.default.fileExists(atPath: own)
    // The password comes first: an answer that is no good leaves nothing behind.
    let account = try isThere ? nil : newAccount(environment, in: directory)
    let outcome = try ServerSetup(directory: directory, hosts: host, port: port ?? 8443).run(
      program: Self.program,
      configuration: { () throws(ServerRefusal) in
        guard FileManager.default.fileExists(atPath: own) else { return nil }
        return try ConfigurationSources.resolve(flags: [.data: directory], file: nil)
      }, now: ServerSurroundings.system.now())
    if let account, outcome.isNew { try add(account, to: directory) }
    let names = try accountNames(in: directory)
    let name = try user.map { try StoredUser.normalized($0) } ?? account?.name ?? (names.count == 1 ? names[0] : nil)
    show(outcome, directory: directory, user: name, lacksAccount: name.map { !names.contains($0) } ?? names.isEmpty)
  }

  /// The names of all accounts; none where the server has no database yet.
  private func accountNames(in directory: String) throws -> [String] {
    guard FileManager.default.fileExists(atPath: directory + "/" + ServiceDatabase.fileName) else { return [] }
    return try DataFolder(directory, surroundings: .system).accounts.users().map(\.name)
  }

  private struct NewAccount {
    var name: String
    var password: String
  }

  /// nil where there is no terminal to ask on and no password was piped in, and where there is an account of this name.
  private func newAccount(_ environment: [String: String], in directory: String) throws -> NewAccount? {
    guard password.isOnStandardInput || PasswordOptions.canAsk else {
      guard user == nil else { throw ValidationError("Give the password of \(user ?? "") with --password-stdin.") }
      return nil
    }
    let name = try user.map { try StoredUser.normalized($0) } ?? ownName(environment)
    if FileManager.default.fileExists(atPath: directory + "/" + ServiceDatabase.fileName),
      try DataFolder(directory, surroundings: .system).accounts.user(named: name) != nil
    {
      throw ServerRefusal("\(directory) has an account named \(name) already: name another one with --user.")
    }
    let secret = try password.read(for: name)
    if let objection = PasswordRules.objection(to: secret, name: name) { throw ServerRefusal(objection) }
    return NewAccount(name: name, password: secret)
  }

  /// The person's name on this computer: of the environment, or of the system where that says nothing.
  private func ownName(_ environment: [String: String]) throws -> String {
    let given = [environment["USER"], environment["LOGNAME"]].compactMap(\.self).first { !$0.isEmpty }
    let name = given ?? getpwuid(getuid()).map { String(cString: $0.pointee.pw_name) } ?? ""
    do {
      return try StoredUser.normalized(name)
    } catch {
      throw ServerRefusal("Your name on this computer, “\(name)”, cannot be an account’s. Give one with --user NAME.")
    }
  }

  private func add(_ account: NewAccount, to directory: String) throws {
    let configuration = try ConfigurationSources.resolve(flags: [.data: directory], file: nil)
    let folder = try DataFolder(directory, surroundings: .system)
    let desk = AccountAdministration(accounts: folder.accounts, surroundings: .system)
    try desk.prepare()
    _ = try desk.addUser(
      name: account.name, password: account.password, quota: configuration.quota, cost: configuration.passwordCost)
  }

  // MARK: What is printed

  private func show(_ outcome: ServerSetup.Outcome, directory: String, user: String?, lacksAccount: Bool) {
    let folder = data == nil ? "" : " --data \(ShellWord.quoted(directory))"
    let program = ShellWord.quoted(Self.program)
    var lines = [
      outcome.isNew ? "The server is set up in \(directory)." : "The server in \(directory) is set up already."
    ]
    if !outcome.isNew, !host.isEmpty || port != nil {
      lines.append(
        "--host and --port changed nothing: others reach it by \(outcome.address). Edit \(outcome.configurationPath) to "
          + "change that.")
    }
    lines += [
      "", "Start it:", "  \(program)\(folder)", "or, with systemd, now and at every start of this computer:",
      "  systemctl --user enable --now \(ShellWord.quoted(outcome.unitPath))", "  loginctl enable-linger", "",
    ]
    if lacksAccount {
      lines += ["Make an account:", "  \(program) user add \(user ?? "NAME")\(folder)", ""]
    }
    let signIn =
      "cloudjournal account sign-in --server \(outcome.address) --user \(user ?? "NAME") --pin \(outcome.pin)"
    // Before the line, which stays the last one: scripts read it.
    if user != nil, let code = TerminalCode.lines(of: signIn, environment: ProcessInfo.processInfo.environment) {
      lines += ["The line below as a QR code:"] + code + [""]
    }
    lines += ["Then type on each computer:", "  \(signIn)"]
    print(lines.joined(separator: "\n"))
  }

  private func absolute(_ path: String) -> String {
    let full = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    return URL(fileURLWithPath: full).standardizedFileURL.path
  }

  /// The path of this program.
  private static var program: String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let length = readlink("/proc/self/exe", &buffer, buffer.count - 1)
    guard length > 0 else { return "cloudjournal-server" }
    return String(decoding: buffer.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
