// Runs one task that waits, and then does nothing for ever: how often the language's own scheduler wakes up meanwhile is
// what no program that uses it stays under.
import Dispatch

Task { try await Task.sleep(for: .milliseconds(10)) }
dispatchMain()
