import JournalCore
import TerminalKit

/// A screen with pictures on it.
protocol ShowsPictures: ShowsSync {}

extension ShowsPictures {
  var noPictures: String {
    "This entry has no pictures; \(keyText(.attachPictures, in: [.reader])) attaches some."
  }

  /// Whether looking at a picture is asking for it.
  var fetchesOnOpen: Bool { preferences.imagesDownload != .never && !environment.isReadOnly }

  /// Those of them whose bytes are on the server only.
  func imagesElsewhere(among requests: [PictureRequest]) -> [RecordName] {
    var ids: [RecordName] = []
    for request in requests {
      if case .outcome(.elsewhere) = pictures[request], let id = request.image, !ids.contains(id) { ids.append(id) }
    }
    return ids
  }

  /// Asks for these bytes, and again for those that were asked for and are still looked at.
  mutating func fetch(_ ids: [RecordName], among lookedAt: [PictureRequest]) {
    let new = ids.filter { !pictures.fetching.contains($0) }
    guard !new.isEmpty, syncing.status?.who != nil else { return }
    let others = imagesElsewhere(among: lookedAt).filter { pictures.fetching.contains($0) && !ids.contains($0) }
    pictures.fetching.formUnion(new)
    emit(.sync(.fetchPictures(ids + others)))
  }

  /// Fetches or tries again a picture; where none is meant, all that are on the screen.
  mutating func fetchPictures(of id: RecordName?, among lookedAt: [PictureRequest], noneSaid: String) {
    let meant = lookedAt.filter { id == nil || $0.image == id }
    guard !meant.isEmpty else { return say(noneSaid) }
    var elsewhere = imagesElsewhere(among: lookedAt).filter { id == nil || $0 == id }
    var failed: [RecordName] = []
    for request in meant {
      if case .outcome(.failed) = pictures[request], let image = request.image { failed.append(image) }
    }
    let unknown = meant.filter { pictures[$0] == nil || pictures[$0] == .waiting }.compactMap(\.image)
    pictures.askAgain(including: true) { meant.contains($0) }
    guard !elsewhere.isEmpty || !failed.isEmpty else {
      guard unknown.isEmpty else { return pictures.wished.formUnion(unknown) }
      return say("There is nothing to fetch here.")
    }
    if elsewhere.isEmpty, syncing.status?.who == nil { return say("Trying again \(glyphs.ellipsis)") }
    // What failed here may have failed because its bytes did not come.
    elsewhere += failed
    guard syncing.status?.who != nil else {
      return say("You are not signed in, so nothing can be fetched; \(keyName(.showAccount)) shows the account.")
    }
    // Asked for by hand, it is asked for even where that was done before.
    pictures.fetching.subtract(elsewhere)
    fetch(elsewhere, among: lookedAt)
    say("Fetching \(counted(elsewhere.count, "picture", "pictures")) \(glyphs.ellipsis)")
  }
}
