/// How far bytes on their way are.
package struct SyncTransfer: Hashable, Sendable {
  /// Bytes that have arrived so far.
  package var done: Int64
  /// Bytes in all, those that have arrived included.
  package var total: Int64
  /// Bytes a second over the last moments; nil while that cannot be said.
  package var speed: Int64?

  package init(done: Int64, total: Int64, speed: Int64? = nil) {
    (self.done, self.total, self.speed) = (done, total, speed)
  }

  /// Several as one.
  package init?(_ parts: [SyncTransfer]) {
    guard !parts.isEmpty else { return nil }
    let speeds = parts.compactMap(\.speed)
    self.init(
      done: parts.reduce(0) { $0 + $1.done }, total: parts.reduce(0) { $0 + $1.total },
      speed: speeds.isEmpty ? nil : speeds.reduce(0, +))
  }

  /// Parts of a thousand.
  package var permille: Int { total > 0 ? Int(max(0, min(done, total)) * 1000 / total) : 0 }
}

/// What sending one record has come to, beyond what the store knows of it.
package struct SendProgress: Hashable, Sendable {
  /// Tries that came to nothing.
  package var tries: Int
  /// When the next one is; nil where it is under way, or goes with the next batch.
  package var nextTry: Instant?
  /// The bytes of its picture, while they are on their way.
  package var transfer: SyncTransfer?
  /// What it waits for, as a sentence, where that is not time alone.
  package var why: String?

  package init(tries: Int = 0, nextTry: Instant? = nil, transfer: SyncTransfer? = nil, why: String? = nil) {
    (self.tries, self.nextTry, self.transfer, self.why) = (tries, nextTry, transfer, why)
  }
}

/// A picture whose bytes were asked for: what has become of that.
package struct PictureFetch: Hashable, Sendable {
  /// A step on the way of a picture's bytes.
  package enum State: Hashable, Sendable {
    /// Its bytes are here.
    case present
    /// It is one of the next.
    case waiting
    case fetching(SyncTransfer)
    /// The server does not have it, or not its bytes. Asked for again, it is looked for again.
    case missing
    /// What the server has are the bytes of another picture. Nothing here was replaced.
    case changed
    /// Why it did not come; asked for again, it is tried again.
    case failed(String)
  }

  /// The picture's record.
  package var recordName: RecordName
  /// Its caption; may be empty.
  package var title: String
  /// The latest step.
  package var state: State
  /// Tries that came to nothing.
  package var tries: Int
  /// When the next try is by itself; nil where there is none, or where it is under way.
  package var nextTry: Instant?

  package init(recordName: RecordName, title: String, state: State, tries: Int = 0, nextTry: Instant? = nil) {
    (self.recordName, self.title, self.state) = (recordName, title, state)
    (self.tries, self.nextTry) = (tries, nextTry)
  }

  /// Whether it came to its end, one way or the other.
  package var isOver: Bool {
    switch state {
    case .waiting, .fetching: false
    case .present, .missing, .changed, .failed: true
    }
  }

  /// How far it is, while it is on its way.
  package var transfer: SyncTransfer? { if case .fetching(let transfer) = state { transfer } else { nil } }

  /// What there is to say of it where it did not come, as a sentence.
  package var sentence: String? {
    switch state {
    case .present, .waiting, .fetching: nil
    case .missing: "The picture is not on the server."
    case .changed: "The server has another picture under this name."
    case .failed(let why): why
    }
  }
}

/// When the bytes of pictures come: the setting `images.download`.
package enum PictureDownload: String, Hashable, Sendable, CaseIterable {
  /// After each synchronisation, in the background.
  case always
  /// When the entry is looked at.
  case onOpen = "on-open"
  /// Only when the person asks for them by name.
  case never
}

/// How a person is told of what came from other devices while a journal is open.
package enum ArrivalNotice: String, Hashable, Sendable, CaseIterable {
  case off
  /// In the status line alone.
  case line
  /// There, and the terminal’s bell rings.
  case bell
  /// There, and the terminal shows a notice of its own (OSC 9, OSC 777).
  case terminal
  /// There, and the desktop shows a notice, by `notify-send`.
  case desktop
}
