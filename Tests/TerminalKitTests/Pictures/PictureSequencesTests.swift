import Encodings
import Testing

@testable import TerminalKit

@Suite struct PictureSequencesTests {
  private let key = PictureKey(content: "a", box: Size(rows: 4, columns: 10))
  private let rect = Rect(row: 2, column: 20, rows: 4, columns: 10)

  private func text(_ pieces: [[UInt8]]) -> [String] {
    pieces.map { String(decoding: $0, as: UTF8.self).replacing("\u{1B}", with: "␛").replacing("\u{7}", with: "␇") }
  }

  private func pieces(
    _ way: PictureProtocol, _ step: PictureLayer.Step, _ pixels: PicturePixels? = nil,
    _ passage: PicturePassage = .straight
  ) -> [String] {
    text(PictureSequences(way, passage: passage).pieces(of: step, pixels: pixels))
  }

  @Test func kittyGetsPixelsOnceAndPlacesThem() {
    let pixels = PicturePixels.kitty(zlib: [1, 2, 3, 4], width: 100, height: 80)
    #expect(
      pieces(.kitty, .upload(key, id: 7), pixels) == ["␛_Ga=t,t=d,f=32,o=z,s=100,v=80,i=7,q=2,m=0;AQIDBA==␛\\"])
    #expect(
      pieces(.kitty, .place(id: 7, placement: 2, rect)) == ["␛7␛[3;21H␛_Ga=p,i=7,p=2,c=10,r=4,C=1,q=2␛\\␛8"])
    #expect(pieces(.kitty, .remove(id: 7, placement: 2)) == ["␛_Ga=d,d=i,i=7,p=2,q=2␛\\"])
    #expect(pieces(.kitty, .forget(id: 7)) == ["␛_Ga=d,d=I,i=7,q=2␛\\"])
  }

  @Test(arguments: [(3071, 1), (3072, 1), (3073, 2), (9216, 3), (10_000, 4), (40_000, 14)])
  func kittyGetsManyPixelsInChunks(count: Int, chunks: Int) throws {
    let data = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let found = pieces(.kitty, .upload(key, id: 7), .kitty(zlib: data, width: 9, height: 9))
    // Whole commands, four at a time.
    #expect(found.count == (chunks + 3) / 4)
    #expect(found.allSatisfy { $0.hasSuffix("␛\\") })
    let commands = found.joined().split(separator: "␛\\").map { $0 + "␛\\" }
    #expect(commands.count == chunks)
    var payload = ""
    for (index, piece) in commands.enumerated() {
      let keys = piece.prefix { $0 != ";" }
      #expect(keys.hasSuffix("m=\(index + 1 < chunks ? 1 : 0)"))
      #expect(keys.hasPrefix(index == 0 ? "␛_Ga=t" : "␛_Gq=2,m="))
      let part = piece.dropFirst(keys.count + 1).dropLast(2)
      // Only the last one may be shorter, and every other has whole groups of four.
      #expect(index + 1 == chunks ? part.count <= 4096 : part.count == 4096)
      payload += part
    }
    #expect(payload.utf8.elementsEqual(Base64.encode(data)))
  }

  @Test func aTerminalOnTheSameComputerIsToldOfTheFile() {
    let file = PictureFile(path: "/c/ä", count: 1_000_000)
    let found = PictureSequences(.kitty).pieces(
      of: .upload(key, id: 7), pixels: .kitty(zlib: [1], width: 100, height: 80), file: file)
    // Failures are answered, so that the pixels can be sent after all.
    #expect(text(found) == ["␛_Ga=t,f=32,o=z,s=100,v=80,i=7,q=1,t=f,S=1000000;L2Mvw6Q=␛\\"])
    #expect(
      text([PictureSequences(.kitty).question(.probe(at: "/p"))])
        == ["␛_Ga=q,f=32,o=z,s=1,v=1,i=32,t=f,S=12;L3A=␛\\"])
  }

  @Test func paintGoesToItsPlaceAndTheCursorBack() {
    #expect(pieces(.sixel, .paint(key, rect), .sixel(Array("␛Pq#0~␛\\".utf8))) == ["␛7␛[3;21H␛Pq#0~␛\\␛8"])
    #expect(
      pieces(.iterm2, .paint(key, rect), .iterm2([0xFF, 0xD8])) == [
        "␛7␛[3;21H␛]1337;File=inline=1;size=2;width=10;height=4;preserveAspectRatio=0;doNotMoveCursor=1:/9g=␇␛8"
      ])
  }

  @Test func pixelsOfAnotherProtocolAreNotSent() {
    #expect(pieces(.sixel, .paint(key, rect), .iterm2([1])) == [])
    #expect(pieces(.kitty, .upload(key, id: 1), .sixel([1])) == [])
    #expect(pieces(.kitty, .upload(key, id: 1), nil) == [])
  }

  @Test func tmuxGetsEveryEscapeTwice() {
    #expect(
      pieces(.kitty, .forget(id: 7), nil, .tmux) == ["␛Ptmux;␛␛_Ga=d,d=I,i=7,q=2␛␛\\␛\\"])
  }

  @Test func screenGetsPiecesThatNoEscapeEndsTooEarly() {
    let found = pieces(.kitty, .forget(id: 7), nil, .screen)
    #expect(found == ["␛P␛␛\\␛P_Ga=d,d=I,i=7,q=2␛␛\\␛P\\␛\\"])
    let long = PicturePassage.screen.wrap(Array(repeating: 0x41, count: 1500))
    #expect(
      text([long])
        == ["700", "700", "100"].map { "␛P" + String(repeating: "A", count: Int($0) ?? 0) + "␛\\" }
        .reduce([""]) { [($0.first ?? "") + $1] })
  }

  @Test func whatEndsEverythingIsShort() {
    for passage in [PicturePassage.straight, .tmux, .screen] {
      for way in PictureProtocol.allCases {
        #expect(PictureSequences(way, passage: passage).crashed.count <= 128)
      }
    }
    let kitty = PictureSequences(.kitty)
    #expect(text([kitty.crashed]) == ["\u{18}␛\\␛_Gm=0,q=2␛\\␛_Ga=d,d=A,q=2␛\\␛[?2026l"])
    #expect(text([PictureSequences(.sixel).crashed]) == ["\u{18}␛\\␛[?2026l"])
    #expect(PictureSequences(.blocks).crashed == [])
  }
}
