import FuzzTargets
import Glibc

/// What libFuzzer calls with each input; the target is the one that `CLOUDJOURNAL_FUZZ_TARGET` names.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  target.run(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

private let target: FuzzTarget = {
  let name = getenv("CLOUDJOURNAL_FUZZ_TARGET").map { String(cString: $0) } ?? ""
  if let target = FuzzTarget.named(name) { return target }
  for target in FuzzTarget.all {
    let gap = String(repeating: " ", count: max(1, 10 - target.name.utf8.count))
    print("  \(target.name)\(gap)\(target.about)")
  }
  exit(name.isEmpty ? 0 : 2)
}()

/// Where the package manager says that the program begins; libFuzzer's own beginning is of no use under that name.
@_cdecl("fuzz_main")
public func begin(_ count: CInt, _ words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> CInt {
  // A name that no target has ends the program here, before libFuzzer would take the end for a crash.
  _ = target
  var (count, words) = (count, words)
  return runDriver(&count, &words) { testOneInput($0, $1) }
}

@_extern(c, "LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ words: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
  _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt
