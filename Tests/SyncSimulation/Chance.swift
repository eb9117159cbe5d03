import Synchronization
import TestKit

/// Chance from a seed: the same seed, the same throws, on every machine.
package struct Chance: RandomNumberGenerator, Sendable {
  private var generator: SeededGenerator

  package init(seed: UInt64) {
    var first = SeededGenerator(seed: seed &* 0xD1B5_4A32_D192_ED03)
    // Neighbouring seeds are not to throw the same, one throw apart.
    generator = SeededGenerator(seed: first.next() ^ 0x5851_F42D_4C95_7F2D)
  }

  package mutating func next() -> UInt64 { generator.next() }

  mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }
  mutating func between(_ low: Int64, _ high: Int64) -> Int64 { low + Int64(next() % UInt64(high - low + 1)) }
  /// - Parameter permille: Of a thousand.
  mutating func happens(_ permille: Int) -> Bool { below(1000) < permille }
  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}

/// A value that a store's environment and the simulation share; both run in one thread.
final class Knob<Value: Sendable>: Sendable {
  private let storage: Mutex<Value>

  init(_ value: Value) { storage = Mutex(value) }

  var value: Value {
    get { storage.withLock { $0 } }
    set { storage.withLock { $0 = newValue } }
  }

  func change<Result: Sendable>(_ body: (inout sending Value) -> sending Result) -> Result {
    storage.withLock { body(&$0) }
  }
}

/// A queue of what is to happen, the earliest first; of one time, in the order in which it was put in.
struct EventQueue<Event> {
  private var heap: [(time: Int64, order: Int, event: Event)] = []
  private var order = 0

  var next: Int64? { heap.first?.time }
  /// All that is to happen, in no order.
  var events: [Event] { heap.map(\.event) }

  mutating func put(_ event: Event, at time: Int64) {
    order += 1
    heap.append((time, order, event))
    var child = heap.count - 1
    while child > 0, isBefore(child, (child - 1) / 2) {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  mutating func take() -> (time: Int64, event: Event)? {
    guard let first = heap.first else { return nil }
    let last = heap.removeLast()
    guard !heap.isEmpty else { return (first.time, first.event) }
    heap[0] = last
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count && isBefore(child, least) { least = child }
      if least == parent { break }
      heap.swapAt(parent, least)
      parent = least
    }
    return (first.time, first.event)
  }

  private func isBefore(_ a: Int, _ b: Int) -> Bool { (heap[a].time, heap[a].order) < (heap[b].time, heap[b].order) }
}
