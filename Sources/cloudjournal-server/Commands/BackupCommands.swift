import ArgumentParser
import CloudServer
import CloudStore
import Foundation

/// `backup`: a whole copy, while the server runs.
struct BackupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup", abstract: "Copy all data into a new folder.",
    discussion: "The server may run meanwhile.")
  @Argument(help: ArgumentHelp("A folder that does not exist yet, or is empty.", valueName: "folder")) var target:
    String
  @OptionGroup var options: DataOptions

  func run() throws {
    let folder = try options.open()
    let summary = try CloudBackup.write(folder.database, folder.files, to: target, at: ServerSurroundings.system.now())
    print("\(summary.objects) files, \(ByteSize.text(summary.size)) in \(target)")
  }
}

/// `restore`: a data folder from a copy.
struct RestoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Create a data folder from a backup.",
    discussion: """
      The folder must not exist yet, or be empty. Clients notice that the data is another history, and compare \
      everything once.
      """)
  @Argument(help: ArgumentHelp("The folder that `backup` has written.", valueName: "folder")) var source: String
  @OptionGroup var options: DataOptions

  func run() throws {
    let target = try options.configuration().dataDirectory
    let summary = try CloudBackup.restore(
      source, to: target, incarnation: ServerSurroundings.system.randomBytes(16), at: ServerSurroundings.system.now())
    let taken = Date(timeIntervalSince1970: Double(summary.createdAt) / 1000).formatted(.iso8601)
    print("\(summary.objects) files, \(ByteSize.text(summary.size)) in \(target), as of \(taken)")
  }
}

/// `check`: whether the data is whole, and the certificate usable.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Check the data and the certificate; changes nothing.")
  @OptionGroup var options: DataOptions

  func run() throws {
    let configuration = try options.configuration()
    let folder = try options.open()
    let found = try folder.database.examine(folder.files)
    for line in found.structure { print("damaged: \(line)") }
    for key in found.missingObjects { print("missing file: \(key)") }
    for key in found.orphanedObjects { print("file of no record: \(key)") }
    for line in found.misplacedMembers { print("shares: \(line)") }
    guard found.structure.isEmpty, found.missingObjects.isEmpty else {
      throw ServerRefusal("The data is damaged; restore the latest backup into an empty folder.")
    }
    guard found.isSound else {
      throw ServerRefusal(
        "Shares do not fit the records that are shared. Their owners have to stop those shares, and share again.")
    }
    print("No problems in the data.")
    guard let certificate = configuration.tlsCertificate, let key = configuration.tlsKey else { return }
    let store = try CertificateStore(certificate: certificate, key: key)
    print("The certificate fits its key.")
    if let warning = store.keyWarning { print(warning) }
  }
}
