import CloudRecord
import JournalSeal

extension VectorBook {
  /// Pages of a database and frames of its log.
  mutating func addVaults() {
    let hex = VectorBook.hex
    let base = [
      "vaultKey": hex(VectorBook.ek), "vault": hex([UInt8](1...16)), "keyNumber": "1", "nonce": hex([UInt8](20..<32)),
    ]
    let head = hex((0..<100).map { UInt8($0 * 3 & 255) })
    let page = base.merging(["letter": "M", "number": "2", "beside": "", "length": "4064"]) { $1 }
    let first = base.merging(["letter": "M", "number": "1", "beside": head, "length": "3964"]) { $1 }
    let frameHead = base.merging(["letter": "H", "number": "0", "beside": "", "length": "24"]) { $1 }
    let framePage = base.merging(["letter": "P", "number": "7", "beside": "", "length": "4096"]) { $1 }
    add("page", "page 2", page)
    add("page", "page 1", first)
    add("page", "the last page", page.merging(["number": "4294967294"]) { $1 })
    add("page", "another key number", page.merging(["keyNumber": "7"]) { $1 })
    add("frame", "a head", frameHead)
    add("frame", "a page", framePage)
    add("frame", "a far page", framePage.merging(["number": "1099511627776"]) { $1 })
    for (name, change) in [
      ("of another place", ["otherNumber": "3"]), ("of the log", ["otherLetter": "P"]),
      ("of another vault", ["otherVault": hex([UInt8](2...17))]),
      ("of another key", ["otherVaultKey": hex(VectorBook.otherEK)]),
      ("of another key number", ["otherKeyNumber": "2"]),
      ("the first byte changed", ["flip": "0"]), ("nonce changed", ["flip": "4064"]),
      ("number changed", ["flip": "4079"]), ("tag changed", ["flip": "4095"]), ("cut", ["cut": "4095"]),
      ("the trailer cut", ["cut": "31"]),
    ] { add("page", name, page.merging(change) { $1 }) }
    add(
      "page", "page 1 under another head", first.merging(["otherBeside": head.replacing("0306", with: "0307")]) { $1 })
    add("page", "page 1 without a head", first.merging(["otherBeside": ""]) { $1 })
    for (name, change) in [
      ("a head of another frame", ["otherNumber": "1"]), ("a head as a page", ["otherLetter": "P"]),
      ("a head changed", ["flip": "5"]),
    ] { add("frame", name, frameHead.merging(change) { $1 }) }
    add("frame", "a page of another frame", framePage.merging(["otherNumber": "8"]) { $1 })
    add("frame", "a page of the database", framePage.merging(["otherLetter": "M"]) { $1 })
  }
}

/// A page or frame of a pattern, sealed, changed, and opened again.
enum VaultRun {
  static func seal(_ values: Values) throws -> [String: String] {
    let plain = Sample.pattern(Int(try values.number("length")))
    let made = Bound(values) { try $0.text($1) }
    let sealed = try made.pages().seal(
      plain, at: made.place(), beside: made.beside(), nonce: values.bytes("nonce"))
    var changed = sealed
    if values.has("flip") { changed[Int(try values.number("flip"))] ^= 1 }
    if values.has("cut") { changed.removeSubrange(Int(try values.number("cut"))...) }
    let read = Bound(values) { values, name in
      let other = "other" + name.prefix(1).uppercased() + name.dropFirst()
      return try values.text(values.has(other) ? other : name)
    }
    guard try read.pages().open(changed, at: read.place(), beside: read.beside()) == plain else {
      throw VectorFailure(why: "other bytes came out")
    }
    return ["sha256": Digest(of: sealed).description, "length": String(sealed.count)]
  }

  /// What a seal is bound to, read from a vector by a rule for its names.
  private struct Bound {
    private let values: Values
    private let text: (Values, String) throws -> String

    init(_ values: Values, _ text: @escaping (Values, String) throws -> String) {
      (self.values, self.text) = (values, text)
    }

    private func value(_ name: String) throws -> Values { Values([name: try text(values, name)]) }

    func pages() throws -> PageSeal {
      guard let key = VaultKey(try value("vaultKey").bytes("vaultKey")),
        let vault = VaultID(try value("vault").bytes("vault"))
      else { throw VectorFailure(why: "no vault") }
      return key.pages(of: vault, keyNumber: UInt32(try value("keyNumber").number("keyNumber")))
    }

    func place() throws -> PageSeal.Place {
      guard let letter = try value("letter").text("letter").utf8.first, let kind = PageSeal.Kind(rawValue: letter)
      else {
        throw VectorFailure(why: "no kind")
      }
      return PageSeal.Place(kind, try value("number").number("number"))
    }

    func beside() throws -> [UInt8] { try value("beside").bytes("beside") }
  }
}
