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
