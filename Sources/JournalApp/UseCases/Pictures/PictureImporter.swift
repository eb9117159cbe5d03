import Glibc
package import ImageKit
package import JournalCore

/// Where a picture comes from that the person attaches.
package enum PictureInput: Hashable, Sendable {
  case file(String)
  case standardInput
}

/// Makes the picture that is kept out of a file: checked, decoded in another process, turned upright, without the place
/// and the camera, on disk under its name.
package struct PictureImporter: Sendable {
  /// The folder that the pictures go to.
  package let assets: AssetFolder
  private let decoder: Result<ImageDecoder, ImageFailure>
  private let zone: any LocalZone
  /// Whether every picture stays as it is.
  private let keepsOriginals: Bool

  package init(
    assets: AssetFolder, decoder: Result<ImageDecoder, ImageFailure>, zone: any LocalZone, keepsOriginals: Bool
  ) {
    (self.assets, self.decoder, self.zone, self.keepsOriginals) = (assets, decoder, zone, keepsOriginals)
  }

  /// The same for another folder of pictures.
  func into(_ assets: AssetFolder) -> PictureImporter {
    PictureImporter(assets: assets, decoder: decoder, zone: zone, keepsOriginals: keepsOriginals)
  }

  /// The decoder that came with the program, or why there is none.
  package static var installedDecoder: Result<ImageDecoder, ImageFailure> {
    do throws(ImageFailure) { return .success(try .installed()) } catch { return .failure(error) }
  }

  /// Takes a picture in; its bytes are on disk when this returns.
  ///
  /// - Parameter called: What a failure calls it; nil for the name without its folder.
  /// - Throws: ``CommandFailure`` where it cannot be read, is no picture, or cannot be written.
  package func take(_ input: PictureInput, keepsOriginal: Bool, called: String? = nil) throws -> PreparedPicture {
    let name = input.name
    // In the folder where it stays, so that it only has to get its name there.
    let place = try assets.newPlace()
    let prepared: PreparedImage
    do throws(ImageFailure) {
      let file =
        switch input {
        case .file(let path): try ImageFile(path: path)
        case .standardInput: try ImageFile(reading: STDIN_FILENO, spool: assets.unfinishedFolder)
        }
      prepared = try ImageIntake(decoder: decoder.get())
        .prepare(file, to: place, original: keepsOriginal || keepsOriginals)
    } catch {
      throw CommandFailure(error, called ?? name)
    }
    return PreparedPicture(
      asset: try assets.adopt(place), name: input == .standardInput ? "" : name, sentence: prepared.summary(name),
      takenAt: prepared.takenAt?.entryDate(zone: zone))
  }
}

extension PictureInput {
  /// What messages call it.
  package var name: String {
    switch self {
    case .file(let path): PictureName.ofFile(path)
    case .standardInput: "standard input"
    }
  }
}

extension OpenedJournal {
  /// What takes pictures in for this journal.
  package func pictureImporter(keepsOriginals: Bool) -> PictureImporter {
    PictureImporter(
      assets: assets, decoder: PictureImporter.installedDecoder, zone: context.zone, keepsOriginals: keepsOriginals)
  }
}

extension JournalPaths {
  /// For copies of pictures that other programs show; gone a day later at the latest.
  ///
  /// - Throws: ``CommandFailure`` where that is on the disk, and the journal is encrypted there.
  package func openedFolder() throws -> String {
    guard isRuntimeOffDisk || !isInVault else {
      throw CommandFailure(
        .inputOutput,
        "The journal is encrypted on the disk, and a copy of the picture would lie there: there is no XDG_RUNTIME_DIR in memory."
      )
    }
    return runtimeFolder + "/opened"
  }
}
