internal import Workers

/// Keeps encoders apart that cannot be at work in one process together.
///
/// All encoders of SVT-AV1 1.4 share tables of the blocks of a picture, and each one writes them when it is opened,
/// as its settings want them. So encoders that are alike are together; one of another kind waits until they have gone;
/// and none is opened or let go of beside another. A thread that holds one must not open another of another kind.
enum TableSharing {
  private struct State {
    /// What those that are there are like.
    var configuration: VideoEncoder.Configuration?
    var count = 0
    /// Whether one is being opened or let go of.
    var isBusy = false
  }

  private static let state = Monitor(State())

  /// Whether encoders of that name share tables.
  static func concerns(_ encoder: String) -> Bool { encoder == "libsvtav1" }

  /// Opens an encoder once those are gone that it cannot be beside.
  static func enter(
    _ configuration: VideoEncoder.Configuration, _ open: () throws(LibAVError) -> Void
  ) throws(LibAVError) {
    state.wait { state -> Void? in
      if state.isBusy || state.count > 0 && state.configuration != configuration { return nil }
      state.configuration = configuration
      state.count += 1
      state.isBusy = true
      return ()
    }
    do throws(LibAVError) {
      try open()
    } catch {
      state.change { ($0.isBusy, $0.count) = (false, $0.count - 1) }
      throw error
    }
    state.change { $0.isBusy = false }
  }

  /// Lets go of an encoder that was opened here.
  static func leave(_ free: () -> Void) {
    state.wait { state -> Void? in
      if state.isBusy { return nil }
      state.isBusy = true
      return ()
    }
    free()
    state.change { ($0.isBusy, $0.count) = (false, $0.count - 1) }
  }
}
