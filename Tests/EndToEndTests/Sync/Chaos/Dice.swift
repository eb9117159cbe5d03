import TestKit

/// Decisions from a seed: the same seed decides the same way.
struct Dice {
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed &* 0x2545_F491_4F6C_DD1D &+ 0x9E37_79B9_7F4A_7C15) }

  /// From 0 up to, and without, `count`.
  mutating func roll(_ count: Int) -> Int { generator.below(count) }

  mutating func chance(_ percent: Int) -> Bool { roll(100) < percent }

  mutating func pick<Value>(_ values: [Value]) -> Value { values[roll(values.count)] }

  /// One of the values, each as often as its weight says.
  mutating func pick<Value>(weighted values: [(weight: Int, value: Value)]) -> Value {
    var rest = roll(values.reduce(0) { $0 + $1.weight })
    for (weight, value) in values {
      if rest < weight { return value }
      rest -= weight
    }
    preconditionFailure("the weights were added up before")
  }

  /// Dice of their own for one action: what the world does to one does not change what is decided for the next.
  mutating func split() -> Dice { Dice(seed: generator.next()) }
}
