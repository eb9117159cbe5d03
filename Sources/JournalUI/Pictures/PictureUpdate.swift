import JournalCore
import TerminalKit

/// Asking for pictures, and what comes of it.
extension Model {
  /// Every picture that the screen shows, the most important first.
  var wantedPictures: [PictureRequest] {
    guard !MainLayout.isTooSmall(size) else { return [] }
    return TopDialog(desk: desk).wantedPictures + topScreen.wantedPictures
  }

  /// The cursor rested: the file under it is shown, and what is looked at is fetched.
  mutating func picturesRested() {
    workOnDialog { $0.rested() }
    let lookedAt = wantedPictures.filter { $0.view != Thumbnails.view }
    if fetchesOnOpen { fetch(imagesElsewhere(among: lookedAt), among: lookedAt) }
  }
}

extension ShowsPictures {
  /// Milliseconds that a picture is shown before its bytes are asked for, so that leafing through the list does not
  /// fetch all that passes by.
  private static var fetchDelay: Int { 300 }

  /// Asks for what is on the screen and not at hand; nothing where that is as before.
  mutating func settlePictures(_ wanted: [PictureRequest], keeping kept: [PictureRequest]) {
    let isAnother = wanted != pictures.wanted
    let (drops, asks) = pictures.want(wanted, keeping: kept)
    if drops { emit(.dropPictures(keeping: wanted)) }
    for request in asks { emit(.loadPicture(request)) }
    // What was found to be on the server before, and left before it was fetched.
    if isAnother, fetchesOnOpen, imagesElsewhere(among: lookedAt).contains(where: { !pictures.fetching.contains($0) }) {
      emit(.startTimer(.pictures, milliseconds: Self.fetchDelay))
    }
  }

  /// The pictures that the screen showed last, without the small ones of the list, which ask no server for bytes.
  private var lookedAt: [PictureRequest] { pictures.wanted.filter { $0.view != Thumbnails.view } }

  mutating func pictureLoaded(_ request: PictureRequest, _ outcome: PictureOutcome) {
    pictures.take(request, outcome)
    if let image = request.image {
      switch outcome {
      case .elsewhere where pictures.wished.remove(image) != nil: fetch([image], among: lookedAt)
      case .elsewhere: if request.view != Thumbnails.view { fetchSoon(image) }
      case .shown, .failed:
        pictures.fetching.remove(image)
        pictures.wished.remove(image)
      case .fetching: break
      }
    }
  }

  mutating func picturesPossible(_ abilities: PictureAbilities) {
    guard abilities != self.abilities else { return }
    desk.abilities = abilities
    // What was rendered was for another terminal.
    pictures.removeAll()
    emit(.dropPictures(keeping: []))
  }

  private mutating func fetchSoon(_ image: RecordName) {
    guard fetchesOnOpen, !pictures.fetching.contains(image) else { return }
    emit(.startTimer(.pictures, milliseconds: Self.fetchDelay))
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
}
