import JournalCore
import JournalFormats

/// The files of pictures beside Markdown: each once, under a name that people can read.
struct PictureFiles {
  private let folder: String
  private let replaces: Bool
  private var names: [String: String?] = [:]
  private var taken: Set<String> = []

  static let folderName = "images"

  /// - Parameters:
  ///   - folder: In which the Markdown lies.
  ///   - replaces: Whether a file that is there may go.
  init(folder: String, replaces: Bool) { (self.folder, self.replaces) = (folder, replaces) }

  /// How many files were written.
  var count: Int { names.values.count { $0 != nil } }

  /// Writes a picture's file where that is not done, and gives the link to it.
  ///
  /// - Parameters:
  ///   - assets: Where its bytes are.
  ///   - report: takes the picture in whose bytes cannot be had.
  mutating func write(_ image: EntryImage, of assets: AssetFolder, _ report: inout ExportReport) throws -> FiledPicture?
  {
    guard let asset = image.imageAsset else { return nil }
    // What one journal does not have another may.
    if (names[asset] ?? nil) == nil {
      let isHere = try report.canTake(image, asset, of: assets)
      names[asset] = .some(isHere ? try copy(asset, of: assets, caption: image.caption) : nil)
    }
    guard let name = names[asset] ?? nil else { return nil }
    return FiledPicture(id: image.id, file: "\(PictureFiles.folderName)/\(name)", caption: image.caption)
  }

  /// The place that a picture’s file is going to have in the folder, and takes it; nil where it has one, or has no bytes here.
  mutating func newName(of image: EntryImage, in assets: AssetFolder) throws -> String? {
    guard let asset = image.imageAsset, (names[asset] ?? nil) == nil, assets.contains(asset) else { return nil }
    let name = newName(try assets.bytes(of: asset), caption: image.caption)
    names[asset] = .some(name)
    return "\(PictureFiles.folderName)/\(name)"
  }

  private mutating func newName(_ bytes: AssetBytes, caption: String) -> String {
    var ending = ""
    do { ending = try bytes.facts().fileExtension } catch {
      // What is no picture by its bytes goes along without an ending.
    }
    return MarkdownExporter.pictureName(caption: caption, ending: ending, taken: &taken)
  }

  private mutating func copy(_ asset: String, of assets: AssetFolder, caption: String) throws -> String {
    let bytes = try assets.bytes(of: asset)
    let name = newName(bytes, caption: caption)
    try FolderMaker.make("\(folder)/\(PictureFiles.folderName)")
    let file = try OutputFile(path: "\(folder)/\(PictureFiles.folderName)/\(name)", replaces: replaces)
    try bytes.forEachPiece { try file.write(Array($0)) }
    try file.finish()
    return name
  }
}
