import ArgumentParser

/// Pictures that come with a new entry.
struct PictureOptions: ParsableArguments {
  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "Pictures to attach, one or more; - is standard input. Without another date the entry gets that of the first picture.",
      valueName: "file"), completion: .file())
  var image: [String] = []

  @Option(help: ArgumentHelp("Words under the pictures, in place of the files’ names.", valueName: "text"))
  var caption: String?

  @Flag(help: "Keep every byte of the pictures, with location and camera data.")
  var original = false
}
