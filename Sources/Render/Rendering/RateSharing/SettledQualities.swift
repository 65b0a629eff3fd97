import OutputKinds
import Synchronization

/// The qualities of a session's chunks, once they are known.
final class SettledQualities: Sendable {
  private let state = Mutex<[ChunkQuality]?>(nil)

  var value: [ChunkQuality]? {
    get { state.withLock(\.self) }
    set { state.withLock { $0 = newValue } }
  }
}
