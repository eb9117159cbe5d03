import Glibc
import SystemKit

/// Where the bytes for a path go, as a shell's `>` sees it: links lead to what they name, and what is no file is written through.
enum OutputPlace: Hashable {
  /// A file at this path, which is there already or not.
  case file(String, isThere: Bool)
  /// What is no file, such as `/dev/null`, a terminal or a FIFO.
  case stream(String)
  /// A descriptor of this process, such as `/dev/stdout`.
  case descriptor(Int32)

  private static let mostLinks = 40

  /// Looks at what lies under a path.
  ///
  /// - Throws: ``CommandFailure`` where nothing can be written there.
  init(_ path: String) throws {
    var place = path
    for _ in 0..<OutputPlace.mostLinks {
      if let number = OutputPlace.descriptor(named: place) {
        // Those that this program opened itself are closed for programs that it starts; those of a shell are not.
        let flags = fcntl(number, F_GETFD)
        guard flags >= 0, flags & FD_CLOEXEC == 0 else {
          throw CommandFailure(.notFound, "\(path) was not opened by the shell. Name a file.")
        }
        self = .descriptor(number)
        return
      }
      var status = stat()
      guard lstat(place, &status) == 0 else {
        guard errno == ENOENT else { throw WholeFile.failure(path, "cannot be written", errno) }
        self = .file(place, isThere: false)
        return
      }
      switch status.st_mode & S_IFMT {
      case S_IFLNK: place = try OutputPlace.target(ofLink: place, status, path)
      case S_IFREG:
        self = .file(place, isThere: true)
        return
      case S_IFIFO, S_IFCHR:
        self = .stream(place)
        return
      case S_IFDIR: throw CommandFailure(.exists, "\(path) is a folder. Name a file in it.")
      case S_IFBLK: throw CommandFailure(.exists, "\(path) is a disk, and what it holds would be lost. Name a file.")
      default: throw CommandFailure(.exists, "\(path) is a socket, which cannot be written like a file. Name a file.")
      }
    }
    throw WholeFile.failure(path, "cannot be written", ELOOP)
  }

  /// - Throws: ``CommandFailure`` where what lies under a path is no file, and would be written through.
  static func requireFile(_ path: String) throws {
    switch try OutputPlace(path) {
    case .file: return
    case .stream, .descriptor: throw CommandFailure(.exists, "\(path) is no file. Name a file.")
    }
  }

  /// Whatever a person allows, a file that a journal consists of is not replaced by what is written out of one, nor does anything take
  /// the place of its folders.
  ///
  /// - Throws: ``CommandFailure`` where a path leads to such a file.
  static func forbidJournals(_ path: String) throws {
    guard case .file(let target, let isThere) = try OutputPlace(path) else { return }
    let name = target.split(separator: "/").last.map(String.init) ?? target
    guard let real = realpath(SystemFile.folder(of: target), nil) else { return }
    defer { free(real) }
    let folder = String(cString: real)
    let around = (name: folder.split(separator: "/").last.map(String.init) ?? "", folder: SystemFile.folder(of: folder))
    let isOwn =
      isJournal(folder) && (isThere || foldersOfJournals.contains(name))
      || foldersOfJournals.contains(around.name) && isJournal(around.folder)
    if isOwn { throw CommandFailure(.exists, "\(path) belongs to a journal, which would be lost. Name another file.") }
  }

  /// Folders in that of a journal whose files are its own alone.
  private static let foldersOfJournals: Set<String> = ["images", "shared", "inbox"]

  private static func isJournal(_ folder: String) -> Bool {
    ["journal.sqlite", "vault.json"].contains { access("\(folder)/\($0)", F_OK) == 0 }
  }

  /// The same for a folder into which many files are written: neither a journal's own nor one in it takes them.
  ///
  /// - Parameter path: the folder, which may not be there yet.
  /// - Throws: ``CommandFailure`` where it lies in a journal.
  static func forbidJournals(folder path: String) throws {
    var place = path.hasPrefix("/") ? path : "./\(path)"
    while access(place, F_OK) != 0, SystemFile.folder(of: place) != place { place = SystemFile.folder(of: place) }
    guard let real = realpath(place, nil) else { return }
    defer { free(real) }
    place = String(cString: real)
    while true {
      if isJournal(place) {
        throw CommandFailure(
          .exists, "\(path) lies in the folder of a journal (\(place)), whose files could be lost. Name another folder."
        )
      }
      guard place != "/" else { return }
      place = SystemFile.folder(of: place)
    }
  }

  /// What a link leads to. In a folder that all may write in, as `/tmp` is, a link of another person is a trap.
  private static func target(ofLink link: String, _ status: stat, _ path: String) throws -> String {
    let folder = SystemFile.folder(of: link)
    var around = stat()
    if stat(folder, &around) == 0, around.st_mode & S_ISVTX != 0, around.st_mode & S_IWOTH != 0,
      status.st_uid != geteuid(), status.st_uid != around.st_uid
    {
      throw CommandFailure(.exists, "\(path) is a link that another person put there. Name another file.")
    }
    var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(link, &bytes, bytes.count)
    guard count > 0 else { throw WholeFile.failure(path, "cannot be written", errno) }
    let target = String(decoding: bytes[..<count], as: UTF8.self)
    return target.hasPrefix("/") ? target : "\(folder)/\(target)"
  }

  /// The descriptor of this process that a path names.
  static func descriptor(named path: String) -> Int32? {
    switch path {
    case "/dev/stdout": return STDOUT_FILENO
    case "/dev/stderr": return STDERR_FILENO
    default:
      for folder in ["/dev/fd/", "/proc/self/fd/"] where path.hasPrefix(folder) {
        return Int32(path.dropFirst(folder.count))
      }
      return nil
    }
  }
}
