import Glibc

/// The clock that only runs forwards, for time limits and timers.
package enum MonotonicClock {
  /// Milliseconds since some moment before this process began.
  package static var milliseconds: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// The same by a clock that goes on while the computer sleeps.
  package static var millisecondsWithSleep: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }
}
