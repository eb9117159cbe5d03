/// Two sequences laid beside the one that both came from.
struct ThreeWay {
  /// A stretch of the three.
  struct Stretch {
    enum Kind {
      /// As it was, on both sides.
      case stable
      /// One side alone changed it.
      case local, server
      /// Both changed it, to the same.
      case both
      /// Both changed it, or changed what touches, to something different.
      case overlap
    }

    var kind: Kind
    var base: Range<Int>
    var local: Range<Int>
    var server: Range<Int>
  }

  /// The stretches in order, without gaps; nil where a comparison would take too long.
  static func stretches(base: [Int32], local: [Int32], server: [Int32]) -> [Stretch]? {
    guard let inLocal = SequenceDiff.partners(base, local), let inServer = SequenceDiff.partners(base, server) else {
      return nil
    }
    var stretches: [Stretch] = []
    var (b, x, y) = (0, 0, 0)
    while b < base.count || x < local.count || y < server.count {
      var length = 0
      while b + length < base.count, inLocal[b + length] == x + length, inServer[b + length] == y + length {
        length += 1
      }
      if length > 0 {
        stretches.append(
          Stretch(kind: .stable, base: b..<b + length, local: x..<x + length, server: y..<y + length))
        (b, x, y) = (b + length, x + length, y + length)
        continue
      }
      var next = b
      while next < base.count, inLocal[next] < 0 || inServer[next] < 0 { next += 1 }
      let ofBase = b..<next
      let ofLocal = x..<(next < base.count ? inLocal[next] : local.count)
      let ofServer = y..<(next < base.count ? inServer[next] : server.count)
      let kind: Stretch.Kind =
        if base[ofBase] == local[ofLocal] { .server } else if base[ofBase] == server[ofServer] {
          .local
        } else { local[ofLocal] == server[ofServer] ? .both : .overlap }
      stretches.append(Stretch(kind: kind, base: ofBase, local: ofLocal, server: ofServer))
      (b, x, y) = (ofBase.upperBound, ofLocal.upperBound, ofServer.upperBound)
    }
    return stretches
  }
}
