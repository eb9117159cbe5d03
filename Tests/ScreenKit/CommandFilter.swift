/// Takes applications' commands (`ESC _ … ESC \`) out of a stream, because the emulator prints what it should ignore.
struct CommandFilter {
  private enum State { case ground, escape, command, commandEscape }
  private var state = State.ground

  mutating func filter(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    for byte in bytes {
      switch state {
      case .ground:
        if byte == 0x1B { state = .escape } else { result.append(byte) }
      case .escape:
        if byte == UInt8(ascii: "_") {
          state = .command
        } else if byte == 0x1B {
          result.append(byte)
        } else {
          result += [0x1B, byte]
          state = .ground
        }
      case .command:
        if byte == 0x1B { state = .commandEscape }
        if byte == 0x18 { state = .ground }
      case .commandEscape: state = byte == UInt8(ascii: "\\") ? .ground : .command
      }
    }
    return result
  }
}
