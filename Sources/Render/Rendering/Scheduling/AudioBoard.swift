import Workers

/// Hands out chunks of sound to whoever mixes them, and gives them in order to whoever joins them.
///
/// No more are begun than a few beyond those that were taken, so that what is kept does not grow
/// with the movie.
final class AudioBoard: Sendable {
  private struct State: Sendable {
    var next = 0
    var taken = 0
    var ready: [Int: EncodedChunk] = [:]
    var isClosed = false
  }

  private let state = Monitor(State())
  private let count: Int
  private let ahead: Int

  /// - Parameter ahead: chunks that may be begun and not taken, at least 1.
  init(count: Int, ahead: Int) {
    self.count = count
    self.ahead = max(1, ahead)
  }

  /// The next chunk to mix, once it may be begun; `nil` when nothing is left.
  func next() -> Int? {
    state.wait { state -> Int?? in
      if state.isClosed || state.next >= count { return .some(nil) }
      guard state.next < state.taken + ahead else { return nil }
      defer { state.next += 1 }
      return state.next
    }
  }

  func post(_ chunk: EncodedChunk, _ index: Int) { state.change { $0.ready[index] = chunk } }

  /// The next chunk in order, once it is there; `nil` when all were taken, or nothing more comes.
  func pop() -> EncodedChunk? {
    state.wait { state -> EncodedChunk?? in
      if let chunk = state.ready.removeValue(forKey: state.taken) {
        state.taken += 1
        return chunk
      }
      return state.isClosed || state.taken >= count ? .some(nil) : nil
    }
  }

  /// Ends all waits: nothing more comes. May be called again.
  func close() { state.change { $0.isClosed = true } }
}
