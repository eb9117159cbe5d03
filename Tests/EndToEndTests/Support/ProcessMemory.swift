import Foundation
import Glibc
import ScreenKit

/// What a running process has in its memory: all that it may read, whether it may write there or not.
struct ProcessMemory {
  let process: Int32

  /// The processes that belong to a test's journal, those that only watch over others included.
  static func all(of journal: TestJournal) throws -> [ProcessMemory] {
    let home = Array("HOME=\(journal.sandbox.path("home"))".utf8)
    return try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { name in
      // A process that has ended meanwhile has no variables.
      guard let process = Int32(name), let variables = FileManager.default.contents(atPath: "/proc/\(name)/environ")
      else { return nil }
      return [UInt8](variables).split(separator: 0).contains { $0.elementsEqual(home) }
        ? ProcessMemory(process: process) : nil
    }
  }

  /// Which of some words are anywhere in it.
  ///
  /// - Parameter words: By the names that a failed test shows.
  /// - Returns: nil where the process lets no other one look into it, and this one is not root.
  func finds(_ words: [String: [UInt8]]) throws -> [String]? {
    let descriptor = open("/proc/\(process)/mem", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    let overlap = (words.values.map(\.count).max() ?? 1) - 1
    var found = Set<String>()
    var buffer = [UInt8](repeating: 0, count: ProcessMemory.step + overlap)
    for piece in try pieces() {
      var start = piece.lowerBound
      while start < piece.upperBound {
        let length = min(buffer.count, Int(piece.upperBound - start))
        let count = buffer.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, length, off_t(start)) }
        // What the kernel keeps to itself, such as its own clock, cannot be read.
        guard count > 0 else { break }
        for (name, word) in words where !found.contains(name) {
          let isThere = buffer.withUnsafeBytes {
            ProcessMemory.has(word, UnsafeRawBufferPointer(rebasing: $0[..<count]))
          }
          if isThere { found.insert(name) }
        }
        start += UInt64(ProcessMemory.step)
      }
    }
    return found.sorted()
  }

  private static let step = 4 << 20

  /// Whether a word is among some bytes, by the C library: hundreds of megabytes are looked through.
  private static func has(_ word: [UInt8], _ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let first = word.first, var place = bytes.baseAddress else { return false }
    let end = place + bytes.count
    while end - place >= word.count, let found = memchr(place, Int32(first), end - place - word.count + 1) {
      if memcmp(found, word, word.count) == 0 { return true }
      place = UnsafeRawPointer(found) + 1
    }
    return false
  }

  /// The places that the process may read.
  private func pieces() throws -> [Range<UInt64>] {
    try String(contentsOfFile: "/proc/\(process)/maps", encoding: .utf8).split(separator: "\n").compactMap { line in
      let parts = line.split(separator: " ", maxSplits: 2)
      let bounds = parts[0].split(separator: "-").compactMap { UInt64($0, radix: 16) }
      // Places of the kernel's own lie above all that can be asked for.
      guard parts[1].hasPrefix("r"), bounds.count == 2, bounds[0] < bounds[1], bounds[1] < UInt64(Int64.max) else {
        return nil
      }
      return bounds[0]..<bounds[1]
    }
  }
}

extension TestJournal {
  /// The files of this test, in all of its folders, that have one of some words in them.
  func files(with words: [String: [UInt8]]) throws -> [String] {
    let names = FileManager.default.enumerator(atPath: sandbox.root.path)?.allObjects.compactMap { $0 as? String } ?? []
    return try names.flatMap { name -> [String] in
      let path = sandbox.path(name)
      var status = stat()
      guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return [] }
      let bytes = try Data(contentsOf: URL(filePath: path))
      return words.filter { bytes.range(of: Data($0.value)) != nil }.map { "\(name): \($0.key)" }
    }
  }
}
