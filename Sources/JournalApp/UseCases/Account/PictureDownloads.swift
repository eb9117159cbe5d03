import CloudClient
import CloudRecord
package import JournalCore
package import JournalStore
import JournalSync

/// Brings the bytes of pictures here beside whichever process synchronises the journal.
package struct PictureDownloads: Sendable {
  private let paths: JournalPaths
  private let store: JournalStore
  private let environment: [String: String]

  /// - Parameter environment: The process's, for its proxies.
  package init(_ journal: OpenedJournal, environment: [String: String]) {
    self.init(paths: journal.paths, store: journal.store, environment: environment)
  }

  /// - Parameter store: Of the journal at `paths`; may be asked from any thread.
  package init(paths: JournalPaths, store: JournalStore, environment: [String: String]) {
    (self.paths, self.store, self.environment) = (paths, store, environment)
  }

  /// Fetches pictures, or all that are not here, and returns when each has come or has not.
  ///
  /// - Parameters:
  ///   - names: Images of the journal; those that are here already cost nothing. nil: all.
  ///   - onChange: Called with how far they are.
  /// - Returns: What became of each; of all, only of those that were not here.
  /// - Throws: ``CommandFailure`` where the journal was never signed in.
  package func fetch(
    _ names: [RecordName]?, _ onChange: @escaping @Sendable ([PictureFetch]) -> Void = { _ in }
  ) async throws -> [PictureFetch] {
    try await withFetcher(onChange) { await $0.finish(names) }
  }

  /// Fetches pictures as ``fetch(_:_:)`` does, and returns a sentence about those that did not come; nil where all did.
  ///
  /// - Parameter progress: Called with how far it is, in words.
  /// - Throws: ``CommandFailure`` where the journal was never signed in.
  package func bring(
    _ names: [RecordName]?, _ progress: @escaping @Sendable (String) -> Void
  ) async throws -> String? {
    let fetched = try await fetch(names) { list in
      if let text = PictureWords.progress(list) { progress(text) }
    }
    return PictureWords.missing(fetched)
  }

  /// Does what commands about pictures say, until there are no more of them or the task is cancelled.
  ///
  /// - Throws: ``CommandFailure`` where the journal was never signed in.
  package func follow(
    _ commands: AsyncStream<SyncRequest>, _ onChange: @escaping @Sendable ([PictureFetch]) -> Void
  ) async throws {
    try await withFetcher(onChange) { fetcher in
      fetcher.setAllowed(true)
      await withTaskGroup(of: Void.self) { group in
        group.addTask { await fetcher.run() }
        group.addTask {
          for await command in commands { fetcher.take(command) }
        }
        await group.next()
        group.cancelAll()
      }
    }
  }

  private func withFetcher<Result: Sendable>(
    _ onChange: @escaping @Sendable ([PictureFetch]) -> Void,
    _ body: @escaping @Sendable (PictureFetcher) async -> Result
  ) async throws -> Result {
    let settings: AccountSettings?
    do { settings = try paths.account.read() } catch { throw ServiceWords.failure(error) }
    guard let settings else {
      throw CommandFailure(.notFound, "This journal was never signed in to a server: there is nowhere to look for it.")
    }
    let keys = paths.hostFolder == nil ? try AccountKeys(paths, settings, store) : nil
    let sealing =
      paths.hostFolder == nil
      ? try keys?.requireSealing() ?? .plain : try AccountKeys.guestSealing(paths, settings, store)
    let connection = try ServiceConnection(
      settings, sessionFile: paths.session, environment: environment)
    let fetcher = PictureFetcher(
      store: store, files: try FolderAssets(paths), transport: connection.client.on(store.address.database),
      sessions: FiledSessions(connection: connection), clock: SystemSyncClock(),
      seed: UInt64.random(in: .min ... .max), sealing: sealing)
    async let listening: Void = { for await list in fetcher.lists { onChange(list) } }()
    let result = await body(fetcher)
    await listening
    try await connection.close()
    return result
  }
}

/// What commands say of pictures on their way.
enum PictureWords {
  /// `12 pictures to fetch, canal.jpg 62 % of 1.2 MB, 340 kB/s`; nil where none is to come.
  static func progress(_ list: [PictureFetch]) -> String? {
    let coming = list.filter { !$0.isOver }
    guard !coming.isEmpty else { return nil }
    var parts = ["\(NumberText.counted(coming.count, "picture", "pictures")) to fetch"]
    if let fetch = coming.first(where: { $0.transfer != nil }), let transfer = fetch.transfer {
      parts.append(
        "\(name(fetch)) \(NumberText.percent(transfer.permille / 10)) of \(NumberText.bytes(transfer.total))"
          + speed(transfer))
    }
    return parts.joined(separator: ", ") + " …"
  }

  static func speed(_ transfer: SyncTransfer) -> String { transfer.speed.map { ", \(NumberText.bytes($0))/s" } ?? "" }

  /// What did not come, each with why; nil where all did.
  static func missing(_ list: [PictureFetch]) -> String? {
    let failed = list.filter { $0.state != .present }
    guard !failed.isEmpty else { return nil }
    let lines = failed.prefix(10).map { "\(name($0)): \($0.sentence ?? "It was not fetched.")" }
    let rest = failed.count > lines.count ? ["and \(NumberText.grouped(failed.count - lines.count)) more"] : []
    return (["\(NumberText.counted(failed.count, "picture", "pictures")) did not arrive."] + lines + rest)
      .joined(separator: "\n")
  }

  private static func name(_ fetch: PictureFetch) -> String {
    fetch.title.isEmpty ? fetch.recordName.rawValue : fetch.title
  }
}
