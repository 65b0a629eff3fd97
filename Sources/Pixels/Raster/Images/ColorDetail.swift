internal import Synchronization

/// Chroma of a picture at the size of its luma, for resampling: made when it is first asked for, which is
/// never where the picture is shown as it lies.
public final class ColorDetail: Sendable {
  /// Both colour differences.
  public struct Planes: Sendable {
    /// C′b, as the luma of a picture of that size: its chroma says nothing. Multiplied by alpha where the
    /// picture has it.
    public let cb: Image
    /// C′r in the same way.
    public let cr: Image

    /// - Precondition: both have the same format and size.
    public init(cb: Image, cr: Image) {
      precondition(cb.format == cr.format && cb.size == cr.size, "colour differences unlike")
      self.cb = cb
      self.cr = cr
    }
  }

  private enum State {
    case open
    case made(Planes?)
  }

  private let state = Mutex(State.open)
  private let make: @Sendable () -> Planes?

  /// - Parameter make: called once at most; `nil` where the planes cannot be made.
  public init(_ make: @escaping @Sendable () -> Planes?) { self.make = make }

  /// The planes; `nil` where they cannot be made.
  public func planes() -> Planes? {
    state.withLock { state in
      if case .made(let planes) = state { return planes }
      let planes = make()
      state = .made(planes)
      return planes
    }
  }

  /// The same in 10 bits.
  func widened(pool: ImagePool?) -> ColorDetail {
    ColorDetail { [self] in
      planes().map {
        Planes(cb: $0.cb.widened(pool: pool), cr: $0.cr.widened(pool: pool))
      }
    }
  }
}
