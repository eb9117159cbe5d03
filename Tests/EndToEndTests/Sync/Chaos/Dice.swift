/// Decisions from a seed (SplitMix64): the same seed decides the same way.
struct Dice {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x2545_F491_4F6C_DD1D &+ 0x9E37_79B9_7F4A_7C15 }

  private mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// From 0 up to, and without, `count`.
  mutating func roll(_ count: Int) -> Int { Int(next() % UInt64(count)) }

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
  mutating func split() -> Dice { Dice(seed: next()) }
}
