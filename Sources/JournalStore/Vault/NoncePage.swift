import Glibc

/// Nonces of the kernel's chance, some at a time: a commit seals dozens of pages and frames, and each would ask the kernel twice.
///
/// No process gives one that another has given: in a copy of this process (fork) the page is zeros, which means that it is used up.
struct NoncePage: ~Copyable {
  /// How many nonces are not given yet, and then their bytes.
  private let page: UnsafeMutableRawPointer
  /// At most 256 bytes are had at once (getentropy(3)).
  private let most: Int

  private static let pageLength = 4096
  private static let nonceLength = 12
  private static let start = 64

  init() {
    let (reads, kind) = (PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS)
    guard let page = mmap(nil, Self.pageLength, reads, kind, -1, 0), page != MAP_FAILED else {
      fatalError("no memory for a page: \(errno)")
    }
    self.page = page
    // Where a copy of the process would have the same page, each nonce is asked for.
    most = madvise(page, Self.pageLength, MADV_WIPEONFORK) == 0 ? 21 : 1
  }

  deinit { munmap(page, Self.pageLength) }

  /// Twelve bytes that were never given before.
  mutating func next() -> (UInt64, UInt32) {
    var left = page.load(as: Int.self)
    if left == 0 {
      left = most
      guard getentropy(page + Self.start, left * Self.nonceLength) == 0 else {
        fatalError("the kernel gives no chance: \(errno)")
      }
    }
    left -= 1
    page.storeBytes(of: left, as: Int.self)
    let nonce = page + Self.start + left * Self.nonceLength
    return (nonce.loadUnaligned(as: UInt64.self), nonce.loadUnaligned(fromByteOffset: 8, as: UInt32.self))
  }
}
