import ImageKit
import JournalCore
import JournalUI
import TerminalKit

/// Pictures on the screen: what it asks for is rendered elsewhere, and comes back on the screen's thread with its pixels.
final class ScreenPictures {
  private let loader: PictureLoader
  private let box: PictureBox
  private let cache: RenderingCache

  /// - Parameters:
  ///   - setting: what is known of the terminal before it has answered.
  ///   - wake: Has ``take(keep:)`` called, from any thread.
  init(
    _ paths: JournalPaths, assets: AssetFolder, decoder: Result<ImageDecoder, ImageFailure>, setting: PictureSetting,
    guestAssets: @escaping @Sendable (RecordName) -> AssetFolder? = { _ in nil }, wake: @escaping @Sendable () -> Void
  ) {
    let box = PictureBox(wake: wake)
    self.box = box
    let accountFile = paths.accountFile
    cache = RenderingCache(folder: assets.vault == nil ? paths.renderings : nil)
    loader = PictureLoader(
      assets: assets,
      cache: cache, decoder: decoder, setting: setting,
      now: World.now, guestAssets: guestAssets, hasServer: { FolderFiles.exists(accountFile) },
      answer: { box.post($0, $1) })
  }

  /// Does what the screen wants of pictures; false for anything else.
  func perform(_ effect: Effect) -> Bool {
    switch effect {
    case .loadPicture(let request): loader.load(request)
    case .dropPictures(let wanted): loader.drop(keeping: wanted)
    default: return false
    }
    return true
  }

  /// The terminal has told how it takes pictures.
  func change(to abilities: PictureAbilities) { loader.change { $0.abilities = abilities } }

  /// Where renderings lie that a terminal may read itself; nil where nothing can be kept.
  var folder: String? { cache.madeFolder() }

  /// The terminal has told its background.
  func change(isDark: Bool) { loader.change { $0.isDark = isDark } }

  /// Synchronising has told how it stands.
  func take(_ status: SyncStatus) { loader.take(status.pictures) }

  /// Fetching pictures of others has told how far it is.
  func take(_ fetches: [PictureFetch]) { loader.take(fetches) }

  /// What came of requests since the last call.
  ///
  /// - Parameter keep: Hands pixels to the terminal, and says whether it has them.
  func take(keep: (PicturePixels, PictureFile?, PictureKey, Size) -> Bool) -> [Message] { box.take(keep: keep) }

  func close() { loader.close() }
}
