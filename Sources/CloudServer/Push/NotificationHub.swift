package import CloudRecord
import Synchronization

/// The devices that wait for notifications, and the notifications that wait for devices.
///
/// By contract notifications may be lost: a device learns from them only that it should ask. Those about the same thing
/// are joined, a device that does not ask keeps the last ``capacity`` of them, and after ``memory`` it is forgotten.
package final class NotificationHub: Sendable {
  /// What a poll ends with.
  package enum Answer: Hashable, Sendable {
    case notification(CloudNotification)
    /// Nothing happened: ask again.
    case nothing
  }

  /// Notifications that wait for one device at most; a further one displaces the oldest.
  package static let capacity = 100
  /// Milliseconds after its last poll for which notifications are kept for a device.
  package static let memory: Int64 = 24 * 60 * 60_000
  /// Devices of one user at most; a further one displaces the idlest without an open poll, or is refused.
  package static let devicesPerUser = 2000
  /// Polls of one device that may wait at once; each gets what the others get.
  package static let pollsPerDevice = 4

  fileprivate struct Topic: Hashable {
    var subscriptionID: String
    var scope: DatabaseScope
    var recordName: String?
  }

  fileprivate struct Waiter {
    var poll: UInt64
    var continuation: CheckedContinuation<Answer, Never>
  }

  fileprivate struct Device {
    var queue: [(topic: Topic, notification: CloudNotification)] = []
    var waiters: [Waiter] = []
    var lastPolledAt: Int64
  }

  fileprivate struct State {
    var devices: [String: [DeviceToken: Device]] = [:]
    var polls: [UInt64: DeviceToken] = [:]
    /// Polls that do not wait yet; one that is ended before it does is no longer among them.
    var begun: Set<UInt64> = []
    var nextPoll: UInt64 = 0
    /// The latest poll of each connection that has ever polled.
    var connections: [ObjectIdentifier: UInt64] = [:]
    var isShutDown = false
  }

  private let state = Mutex(State())

  /// Makes a hub without devices.
  package init() {}

  /// The number of polls that wait at this moment.
  package var openPolls: Int { state.withLock { $0.polls.count } }

  /// Begins to keep notifications for a device.
  ///
  /// - Returns: false where the user has too many devices that wait already.
  package func register(_ token: DeviceToken, now: Int64) -> Bool {
    state.withLock { $0.register(token, now: now) }
  }

  /// A number for one poll, by which ``end(_:)`` ends it from elsewhere; ``next(for:poll:now:)`` is to follow.
  ///
  /// - Returns: The number, and whether this is the connection's first poll, so that its end is to be told to
  ///   ``closed(_:)``.
  package func beginPoll(on connection: ObjectIdentifier) -> (poll: UInt64, isFirst: Bool) {
    state.withLock { state in
      state.nextPoll += 1
      state.begun.insert(state.nextPoll)
      let isFirst = state.connections.updateValue(state.nextPoll, forKey: connection) == nil
      return (state.nextPoll, isFirst)
    }
  }

  /// Ends the poll that waits on a connection, if any, and forgets the connection.
  package func closed(_ connection: ObjectIdentifier) {
    if let poll = state.withLock({ $0.connections.removeValue(forKey: connection) }) { end(poll) }
  }

  /// Waits for the next notification for a device. Where ``pollsPerDevice`` wait already, the oldest ends with nothing.
  package func next(for token: DeviceToken, poll: UInt64, now: Int64) async -> Answer {
    await withCheckedContinuation { continuation in
      let (answer, displaced) = state.withLock { state -> (Answer?, Waiter?) in
        guard state.begun.remove(poll) != nil, !state.isShutDown, state.register(token, now: now) else {
          return (.nothing, nil)
        }
        if let notification = state.takeFirst(token) { return (.notification(notification), nil) }
        let displaced = state.makeRoom(token)
        state.devices[token.userRecordName]?[token]?.waiters.append(Waiter(poll: poll, continuation: continuation))
        state.polls[poll] = token
        return (nil, displaced)
      }
      displaced?.continuation.resume(returning: .nothing)
      if let answer { continuation.resume(returning: answer) }
    }
  }

  /// Ends a poll with nothing: its time is up, or its client has gone. A poll that has ended is not affected.
  package func end(_ poll: UInt64) {
    let waiter = state.withLock { state -> Waiter? in
      state.begun.remove(poll)
      guard let token = state.polls[poll] else { return nil }
      return state.removeWaiter(poll, of: token)
    }
    waiter?.continuation.resume(returning: .nothing)
  }

  /// Tells every device of the users concerned but the one that wrote; called once what it tells of is durable.
  package func publish(_ notifications: [CloudNotification], environment: CloudEnvironment, writerDeviceID: String) {
    guard !notifications.isEmpty else { return }
    let woken = state.withLock { state in
      var woken: [(Waiter, CloudNotification)] = []
      for notification in notifications {
        for token in state.devices[notification.userRecordName, default: [:]].keys
        where token.sessionID != writerDeviceID && token.containerID == notification.containerID
          && token.environment == environment
        {
          let waiters = state.removeWaiters(token)
          if waiters.isEmpty { state.enqueue(notification, for: token) }
          woken += waiters.map { ($0, notification) }
        }
      }
      return woken
    }
    for (waiter, notification) in woken { waiter.continuation.resume(returning: .notification(notification)) }
  }

  /// Forgets the devices of a session.
  package func forget(sessionID: String, userRecordName: String) {
    let waiters = state.withLock { state in
      let tokens = state.devices[userRecordName, default: [:]].keys.filter { $0.sessionID == sessionID }
      return tokens.flatMap { state.remove($0) }
    }
    for waiter in waiters { waiter.continuation.resume(returning: .nothing) }
  }

  /// Forgets devices that have not asked for a long time.
  package func forgetIdle(now: Int64) {
    state.withLock { state in
      for (user, devices) in state.devices {
        let kept = devices.filter { !$0.value.waiters.isEmpty || now - $0.value.lastPolledAt < Self.memory }
        state.devices[user] = kept.isEmpty ? nil : kept
      }
    }
  }

  /// Ends every poll, and every later one at once.
  package func shutDown() {
    let waiters = state.withLock { state in
      state.isShutDown = true
      return Set(state.polls.values).flatMap { state.removeWaiters($0) }
    }
    for waiter in waiters { waiter.continuation.resume(returning: .nothing) }
  }
}

extension NotificationHub.State {
  fileprivate mutating func register(_ token: DeviceToken, now: Int64) -> Bool {
    let user = token.userRecordName
    if devices[user]?[token] != nil {
      devices[user]?[token]?.lastPolledAt = now
      return true
    }
    if let known = devices[user], known.count >= NotificationHub.devicesPerUser {
      let idle = known.filter { $0.value.waiters.isEmpty }.min { $0.value.lastPolledAt < $1.value.lastPolledAt }
      guard let idle else { return false }
      devices[user]?[idle.key] = nil
    }
    devices[user, default: [:]][token] = NotificationHub.Device(lastPolledAt: now)
    return true
  }

  fileprivate mutating func takeFirst(_ token: DeviceToken) -> CloudNotification? {
    guard let device = devices[token.userRecordName]?[token], !device.queue.isEmpty else { return nil }
    return devices[token.userRecordName]?[token]?.queue.removeFirst().notification
  }

  fileprivate mutating func removeWaiter(_ poll: UInt64, of token: DeviceToken) -> NotificationHub.Waiter? {
    polls[poll] = nil
    guard let waiters = devices[token.userRecordName]?[token]?.waiters,
      let place = waiters.firstIndex(where: { $0.poll == poll })
    else { return nil }
    return devices[token.userRecordName]?[token]?.waiters.remove(at: place)
  }

  fileprivate mutating func removeWaiters(_ token: DeviceToken) -> [NotificationHub.Waiter] {
    let waiters = devices[token.userRecordName]?[token]?.waiters ?? []
    if !waiters.isEmpty { devices[token.userRecordName]?[token]?.waiters = [] }
    for waiter in waiters { polls[waiter.poll] = nil }
    return waiters
  }

  /// The oldest poll of a device that has too many.
  fileprivate mutating func makeRoom(_ token: DeviceToken) -> NotificationHub.Waiter? {
    guard let waiters = devices[token.userRecordName]?[token]?.waiters,
      waiters.count >= NotificationHub.pollsPerDevice, let oldest = waiters.first
    else { return nil }
    return removeWaiter(oldest.poll, of: token)
  }

  fileprivate mutating func remove(_ token: DeviceToken) -> [NotificationHub.Waiter] {
    let waiters = removeWaiters(token)
    devices[token.userRecordName]?[token] = nil
    return waiters
  }

  /// The latest about a thing takes the place of what waits about it; where it is too much, the oldest goes.
  fileprivate mutating func enqueue(_ notification: CloudNotification, for token: DeviceToken) {
    guard var device = devices[token.userRecordName]?[token] else { return }
    var topic = NotificationHub.Topic(subscriptionID: notification.subscriptionID, scope: notification.scope)
    if case .query(let recordName, _, _) = notification.cause { topic.recordName = recordName }
    if let place = device.queue.firstIndex(where: { $0.topic == topic }) {
      device.queue[place].notification = notification
    } else {
      if device.queue.count >= NotificationHub.capacity { device.queue.removeFirst() }
      device.queue.append((topic, notification))
    }
    devices[token.userRecordName]?[token] = device
  }
}
