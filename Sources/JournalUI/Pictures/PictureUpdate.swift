import JournalCore
import TerminalKit

/// Asking for pictures, and what comes of it.
extension Model {
  /// Milliseconds that a picture is shown before its bytes are asked for, so that leafing through the list does not
  /// fetch all that passes by.
  static let fetchDelay = 300
  /// Milliseconds that the cursor rests on a file until it is shown.
  static let previewDelay = 60

  /// Asks for what is on the screen and not at hand; nothing where that is as before.
  mutating func settlePictures() {
    let wanted = wantedPictures
    let isAnother = wanted != pictures.wanted
    let (drops, asks) = pictures.want(wanted, keeping: viewer?.lastShown.map { [$0] } ?? [])
    if drops { emit(.dropPictures(keeping: wanted)) }
    for request in asks { emit(.loadPicture(request)) }
    // What was found to be on the server before, and left before it was fetched.
    if isAnother, fetchesOnOpen, imagesElsewhere.contains(where: { !pictures.fetching.contains($0) }) {
      emit(.startTimer(.pictures, milliseconds: Self.fetchDelay))
    }
  }

  /// Every picture that the screen shows, the most important first.
  private var wantedPictures: [PictureRequest] {
    guard !MainLayout.isTooSmall(size) else { return [] }
    var wanted: [PictureRequest] = []
    if case .files(let picker) = dialogs.last, let request = previewRequest(picker), picker.isRested {
      wanted.append(request)
    }
    switch screens.last {
    case nil: wanted += readerRequests + wantedThumbnails
    case .viewer: wanted += viewerRequests
    case .removedPictures: wanted += removedRequests
    default: break
    }
    return wanted
  }

  /// The pictures of the reader and of other screens; the small ones of the list ask no server for bytes.
  private var lookedAt: [PictureRequest] { wantedPictures.filter { $0.view != Thumbnails.view } }

  mutating func pictureLoaded(_ request: PictureRequest, _ outcome: PictureOutcome) {
    pictures.take(request, outcome)
    if let image = request.image {
      switch outcome {
      case .elsewhere: if request.view != Thumbnails.view { fetchSoon(image) }
      case .shown, .failed: pictures.fetching.remove(image)
      case .fetching: break
      }
    }
  }

  mutating func picturesPossible(_ abilities: PictureAbilities) {
    guard abilities != self.abilities else { return }
    self.abilities = abilities
    // What was rendered was for another terminal.
    pictures.removeAll()
    viewer?.lastShown = nil
    emit(.dropPictures(keeping: []))
  }

  // MARK: Bytes that are on the server

  /// Whether looking at a picture is asking for it.
  private var fetchesOnOpen: Bool { preferences.imagesDownload != .never && !environment.isReadOnly }

  private mutating func fetchSoon(_ image: RecordName) {
    guard fetchesOnOpen, !pictures.fetching.contains(image) else { return }
    emit(.startTimer(.pictures, milliseconds: Self.fetchDelay))
  }

  /// The cursor rested: the file under it is shown, and what is looked at is fetched.
  mutating func picturesRested() {
    if case .files(var picker) = dialogs.last {
      picker.isRested = true
      dialogs[dialogs.count - 1] = .files(picker)
    }
    if fetchesOnOpen { fetch(imagesElsewhere) }
  }

  /// The pictures on the screen whose bytes are on the server only.
  private var imagesElsewhere: [RecordName] {
    var ids: [RecordName] = []
    for request in lookedAt {
      if case .outcome(.elsewhere) = pictures[request], let id = request.image, !ids.contains(id) { ids.append(id) }
    }
    return ids
  }

  /// Asks for these bytes, and again for those that were asked for and are still looked at.
  private mutating func fetch(_ ids: [RecordName]) {
    let new = ids.filter { !pictures.fetching.contains($0) }
    guard !new.isEmpty, syncing.status?.who != nil else { return }
    let others = imagesElsewhere.filter { pictures.fetching.contains($0) && !ids.contains($0) }
    pictures.fetching.formUnion(new)
    emit(.sync(.fetchPictures(ids + others)))
  }

  /// What has become of the bytes that were asked for.
  mutating func picturesFetched(_ fetches: [PictureFetch]) {
    for fetch in fetches where pictures.fetching.contains(fetch.recordName) {
      let image = fetch.recordName
      switch fetch.state {
      case .waiting: break
      case .fetching(let transfer):
        pictures.note(image, .fetching(done: transfer.done, of: transfer.total > 0 ? transfer.total : nil))
      case .present:
        pictures.fetching.remove(image)
        pictures.askAgain { $0.image == image }
      case .missing, .changed, .failed:
        pictures.fetching.remove(image)
        pictures.note(image, .failed(Failure(fetch.sentence ?? "It could not be fetched."), canRetry: true))
      }
    }
  }

  /// Fetches or tries again the picture that has the keys; where none has, all that are on the screen.
  mutating func fetchPicture() {
    let id =
      switch screens.last {
      case .viewer: viewer?.current
      case .removedPictures: removed?.cursor
      default: reader.picture
      }
    let meant = lookedAt.filter { id == nil || $0.image == id }
    guard !meant.isEmpty else { return say(screens.last == .removedPictures ? noneRemoved : noPictures) }
    var elsewhere = imagesElsewhere.filter { id == nil || $0 == id }
    var failed: [RecordName] = []
    for request in meant {
      if case .outcome(.failed) = pictures[request], let image = request.image { failed.append(image) }
    }
    pictures.askAgain(including: true) { meant.contains($0) }
    guard !elsewhere.isEmpty || !failed.isEmpty else { return say("There is nothing to fetch here.") }
    if elsewhere.isEmpty, syncing.status?.who == nil { return say("Trying again \(glyphs.ellipsis)") }
    // What failed here may have failed because its bytes did not come.
    elsewhere += failed
    guard syncing.status?.who != nil else {
      return say("You are not signed in, so nothing can be fetched; \(keyName(.showAccount)) shows the account.")
    }
    // Asked for by hand, it is asked for even where that was done before.
    pictures.fetching.subtract(elsewhere)
    fetch(elsewhere)
    say("Fetching \(counted(elsewhere.count, "picture", "pictures")) \(glyphs.ellipsis)")
  }
}
