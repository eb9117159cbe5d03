/// Numbers of pixels for people.
enum PixelText {
  /// `3,000 × 2,000`; `800 × 600`.
  static func size(_ width: Int, _ height: Int) -> String { "\(grouped(width)) × \(grouped(height))" }

  /// Groups of three digits, as in every other number that the program shows.
  private static func grouped(_ number: Int) -> String {
    guard number >= 1000 else { return String(number) }
    let end = String(number % 1000)
    return grouped(number / 1000) + "," + String(repeating: "0", count: 3 - end.utf8.count) + end
  }
}
