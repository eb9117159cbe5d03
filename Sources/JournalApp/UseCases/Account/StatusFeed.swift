package import JournalCore
import Synchronization

/// How synchronising stands, put together in one place from those who know a part of it, and told in one stream.
///
/// Records and pictures are synchronised by different actors, and pictures may come here while another process does the rest.
/// Each tells its part from its own thread; what is told to the one listener is always whole and never older than before.
package final class StatusFeed: Sendable {
  /// Who fetches pictures.
  enum PictureSource: Hashable, Sendable {
    /// The engine of this process.
    case engine
    /// This process beside another one's engine; what it began goes on when this process takes over.
    case beside
  }

  private struct Parts {
    var records: SyncStatus?
    var pictures: [PictureSource: [PictureFetch]] = [:]

    /// nil before anything is known of the records.
    var joined: SyncStatus? {
      guard var status = records else { return nil }
      let engine = pictures[.engine] ?? []
      let known = Set(engine.map(\.recordName))
      status.pictures = engine + (pictures[.beside] ?? []).filter { !known.contains($0.recordName) }
      return status
    }
  }

  private let parts = Mutex(Parts())
  private let onChange: @Sendable (SyncStatus) -> Void

  /// - Parameter onChange: Told each change, one after the other, from any thread; it may not call this feed.
  package init(_ onChange: @escaping @Sendable (SyncStatus) -> Void) { self.onChange = onChange }

  /// The status as it was told last; nil before the first one.
  package var latest: SyncStatus? { parts.withLock { $0.joined } }

  /// Takes in how the records stand.
  func take(_ records: SyncStatus) { change { $0.records = records } }

  /// Changes what is shown of the keys, where anything is.
  func changeEncryption(_ body: (inout EncryptionStatus) -> Void) {
    change { parts in
      guard var encryption = parts.records?.encryption else { return }
      body(&encryption)
      parts.records?.encryption = encryption
    }
  }

  /// Takes in the state of each picture that was asked for.
  func take(_ list: [PictureFetch], from source: PictureSource) { change { $0.pictures[source] = list } }

  /// An engine begins: another one's pictures are none of it.
  func engineBegins() { parts.withLock { $0.pictures[.engine] = nil } }

  /// Forgets what was heard of pictures that are asked for anew.
  func forget(_ names: [RecordName]) {
    parts.withLock { parts in
      for source in parts.pictures.keys {
        parts.pictures[source]?.removeAll { names.contains($0.recordName) }
      }
    }
  }

  /// Changes a part and tells the whole in one step: of two threads the later could else be told before the earlier.
  private func change(_ body: (inout Parts) -> Void) {
    parts.withLock { parts in
      body(&parts)
      if let joined = parts.joined { onChange(joined) }
    }
  }
}
