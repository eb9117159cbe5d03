/// What happens in a round, and how often.
enum ChaosAction {
  case write(ChaosWriting)
  case sync, watch, screen, weather, server

  static let weights: [(weight: Int, value: ChaosAction)] =
    ChaosWriting.weights.map { ($0.weight, .write($0.value)) } + [
      (18, .sync), (7, .watch), (12, .screen), (14, .weather), (5, .server),
    ]

  static let networks: [(weight: Int, value: FaultProxy.Mode)] = [
    (10, .pass), (3, .cut), (3, .loseReplies), (3, .halveReplies), (2, .halveRequests), (2, .swallow), (2, .delay(3)),
    (1, .delay(40)), (1, .answer(429)), (1, .answer(500)), (1, .answer(502)), (1, .answer(503)),
  ]
}
