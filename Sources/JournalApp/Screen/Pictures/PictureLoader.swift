import Dispatch
import Glibc
import ImageKit
import JournalCore
import JournalUI
import Synchronization
import TerminalKit

/// Renders the pictures that the screen asks for, away from it, two at a time, and keeps what was rendered.
///
/// Requests are answered in their order: the screen asks for the most important first, and gives up what it no longer
/// shows before it asks for something else. What is asked for while it is being rendered is answered
/// by that rendering.
final class PictureLoader: Sendable {
  private struct State {
    var setting: PictureSetting
    var pending: [PictureRequest] = []
    var running = 0
    /// What is being answered, by numbers of their own: what was given up may still be here when it is asked for anew.
    var jobs: [Int: Job] = [:]
    var nextJob = 1
    /// Requests for bytes that are not here, by the picture, with what was said of them last.
    var awaited: [RecordName: [PictureRequest: PictureOutcome]] = [:]
    var isClosed = false
  }

  private struct Job {
    let number: Int
    let request: PictureRequest
    let setting: PictureSetting
    let cancellation = ImageCancellation()
    /// Whether its decoder is started, or about to be.
    var isDecoding = false
  }

  private let assets: AssetFolder
  /// Where pictures of others lie; nil for those of the person's own.
  private let guestAssets: @Sendable (RecordName) -> AssetFolder?
  private let cache: RenderingCache
  private let decoder: Result<ImageDecoder, ImageFailure>
  private let now: @Sendable () -> Instant
  /// Whether there is a server that may have what is missing here.
  private let hasServer: @Sendable () -> Bool
  private let answer: @Sendable (PictureRequest, PictureLoading) -> Void
  private let state: Mutex<State>
  private let work = DispatchQueue(label: "pictures", attributes: .concurrent)

  /// Decoding is started for so many pictures at once.
  private static let limit = 2

  init(
    assets: AssetFolder, cache: RenderingCache, decoder: Result<ImageDecoder, ImageFailure>, setting: PictureSetting,
    now: @escaping @Sendable () -> Instant,
    guestAssets: @escaping @Sendable (RecordName) -> AssetFolder? = { _ in nil },
    hasServer: @escaping @Sendable () -> Bool,
    answer: @escaping @Sendable (PictureRequest, PictureLoading) -> Void
  ) {
    self.guestAssets = guestAssets
    (self.assets, self.cache, self.decoder, self.now) = (assets, cache, decoder, now)
    (self.hasServer, self.answer) = (hasServer, answer)
    state = Mutex(State(setting: setting))
  }

  /// Changes how pictures are shown, from the next one on.
  func change(_ body: (inout PictureSetting) -> Void) { state.withLock { body(&$0.setting) } }

  // MARK: Requests

  /// Returns at once; the answer comes from another thread, unless the rendering is in memory.
  func load(_ request: PictureRequest) {
    let setting = state.withLock { $0.setting }
    if case .asset(let digest) = request.source, let found = cache.recent(key(request, content: digest, setting)) {
      return answer(request, .loaded(found))
    }
    let starts = state.withLock { state in
      guard !state.isClosed, !state.pending.contains(request), !isDecoded(request, setting: setting, state: state)
      else {
        return false
      }
      state.pending.append(request)
      guard state.running < PictureLoader.limit else { return false }
      state.running += 1
      return true
    }
    if starts { work.async { self.run() } }
  }

  /// Gives up what was not answered yet: it is begun no more, and what is being rendered is ended and never answered.
  ///
  /// - Parameter wanted: These go on where they are being rendered; they are asked for again all the same.
  func drop(keeping wanted: [PictureRequest]) {
    state.withLock { state in
      state.pending.removeAll()
      state.awaited.removeAll()
      for job in state.jobs.values where !wanted.contains(job.request) { job.cancellation.cancel() }
    }
  }

  /// No more is begun, and nothing is rendered to its end.
  func close() {
    state.withLock { state in
      state.isClosed = true
      state.pending.removeAll()
      for job in state.jobs.values { job.cancellation.cancel() }
    }
  }

  /// Whether a decoder is at work on it whose answer will be given.
  private func isDecoded(_ request: PictureRequest, setting: PictureSetting, state: State) -> Bool {
    state.jobs.values.contains {
      $0.isDecoding && $0.request == request && $0.setting == setting && !$0.cancellation.isCancelled
    }
  }

  /// Takes what synchronising says of pictures that were asked for: what came is shown, of the others it is told how far
  /// they are.
  func take(_ fetches: [PictureFetch]) {
    for fetch in fetches {
      let requests = state.withLock { $0.awaited[fetch.recordName] } ?? [:]
      guard !requests.isEmpty else { continue }
      if fetch.state == .present {
        _ = state.withLock { $0.awaited.removeValue(forKey: fetch.recordName) }
        requests.keys.forEach(load)
        continue
      }
      let outcome = PictureLoader.outcome(fetch)
      for (request, last) in requests where last != outcome {
        state.withLock { $0.awaited[fetch.recordName]?[request] = outcome }
        answer(request, .outcome(outcome))
      }
    }
  }

  private static func outcome(_ fetch: PictureFetch) -> PictureOutcome {
    switch fetch.state {
    case .present, .waiting: .fetching(done: 0, of: nil)
    case .fetching(let transfer): .fetching(done: transfer.done, of: transfer.total > 0 ? transfer.total : nil)
    case .missing, .changed, .failed:
      .failed(Failure(fetch.sentence ?? "The picture did not arrive."), canRetry: true)
    }
  }

  // MARK: Rendering

  private func run() {
    while let job = next() {
      let result = result(job)
      // In one step with its end: who asks from now on finds in the cache what was rendered.
      let isWanted = state.withLock { state in
        state.jobs[job.number] = nil
        return !job.cancellation.isCancelled
      }
      if isWanted, let result { answer(job.request, result) }
    }
  }

  private func next() -> Job? {
    state.withLock { state in
      guard !state.pending.isEmpty else {
        state.running -= 1
        return nil
      }
      let job = Job(number: state.nextJob, request: state.pending.removeFirst(), setting: state.setting)
      state.nextJob += 1
      state.jobs[job.number] = job
      return job
    }
  }

  private func key(_ request: PictureRequest, content: String, _ setting: PictureSetting) -> RenderingKey {
    RenderingKey(content: content, box: request.box, view: request.view, setting: setting)
  }

  /// Nil where the decoder of another job answers it.
  private func result(_ job: Job) -> PictureLoading? {
    let (request, setting) = (job.request, job.setting)
    switch request.source {
    case .asset(let digest):
      let assets = request.image.flatMap(guestAssets) ?? assets
      assets.noteViewed(digest, at: now())
      let key = key(request, content: digest, setting)
      if let found = cache.recent(key) ?? cache.stored(key) { return .loaded(found) }
      guard assets.contains(digest) else { return .outcome(missing(request)) }
      do {
        let bytes = try assets.bytes(of: digest)
        return bytes.reading { render($0, "The picture", key, job) }
      } catch {
        return .outcome(.failed(Failures.describe(error), canRetry: true))
      }
    case .file(let path):
      guard let stamp = WholeFile.stamp(of: path) else {
        return .outcome(.failed(Failure("\(PictureName.ofFile(path)) is not there."), canRetry: false))
      }
      let content = "\(path)\n\(stamp.inode) \(stamp.size) \(stamp.seconds) \(stamp.nanoseconds)"
      let key = key(request, content: content, setting)
      if let found = cache.recent(key) ?? cache.stored(key) { return .loaded(found) }
      return render(path, PictureName.ofFile(path), key, job)
    }
  }

  private func missing(_ request: PictureRequest) -> PictureOutcome {
    guard hasServer() else {
      return .failed(
        Failure("The picture’s file is missing on this computer.", advice: "“cloudjournal doctor” says more."),
        canRetry: true)
    }
    if let image = request.image {
      state.withLock { $0.awaited[image, default: [:]][request] = .elsewhere(bytes: nil) }
    }
    return .elsewhere(bytes: nil)
  }

  private func render(_ path: String, _ name: String, _ key: RenderingKey, _ job: Job) -> PictureLoading? {
    let isOurs = state.withLock { state in
      guard !isDecoded(job.request, setting: job.setting, state: state) else { return false }
      state.jobs[job.number]?.isDecoding = true
      return true
    }
    guard isOurs else { return nil }
    do throws(ImageFailure) {
      let decoder = try decoder.get()
      let file = try ImageFile(path: path)
      let header = try ImageHeader(file)
      let renderer = ImageRenderer(decoder: decoder, symbols: key.setting.symbols)
      let rendered = try renderer.render(
        file, header, box: job.request.box, view: job.request.view, abilities: key.setting.abilities,
        depth: key.setting.depth, background: key.setting.isDark ? .black : RGB(255, 255, 255),
        cancellation: job.cancellation)
      let picture = LoadedPicture(rendered: rendered, facts: PictureFacts(header, bytes: file.count))
      return .loaded(cache.keep(picture, key))
    } catch {
      return .outcome(.failed(Failure(error.sentence(name), advice: error.advice), canRetry: error.fault == .machine))
    }
  }
}

/// What became of a request, before the terminal has the pixels.
enum PictureLoading: Sendable {
  case loaded(LoadedPicture)
  case outcome(PictureOutcome)
}

extension PictureSetting {
  /// The signs of the terminal's font.
  var symbols: PictureSymbols { isASCII ? .ascii : isConsole ? .console : .blocks }
}

/// Answers on their way to the screen's thread, where the terminal takes the pixels before the screen hears of them.
final class PictureBox: Sendable {
  private let answers = Mutex<[(request: PictureRequest, answer: PictureLoading)]>([])
  private let wake: @Sendable () -> Void

  init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

  func post(_ request: PictureRequest, _ answer: PictureLoading) {
    answers.withLock { $0.append((request, answer)) }
    wake()
  }

  /// The answers since the last call, as messages.
  ///
  /// - Parameter keep: Hands pixels to the terminal, and says whether it has them.
  func take(keep: (PicturePixels, PictureFile?, PictureKey, Size) -> Bool) -> [Message] {
    let answers = answers.withLock { answers in
      defer { answers = [] }
      return answers
    }
    return answers.map { request, answer in
      switch answer {
      case .outcome(let outcome): return .pictureLoaded(request, outcome)
      case .loaded(let picture):
        let rendered = picture.rendered
        let hasPixels = rendered.pixels.map { keep($0, picture.file, request.key, rendered.cells.size) } ?? false
        return .pictureLoaded(request, .shown(picture.shown(hasPixels: hasPixels)))
      }
    }
  }
}
