import AudioMixing
import LibAV
import MediaOpening
import Rendering

/// A chain of libavfilter for sound, at work in a process of its own where there is a program for that.
final class MediaChainRunner: AudioChainRunner {
  private let chain: SoundChain
  private let input: SoundChain.Input
  private let failed: (LibAVError) -> RenderError

  /// - Parameter failed: says of a failure what it means.
  init(
    _ chain: SoundChain, _ input: SoundChain.Input, failed: @escaping (LibAVError) -> RenderError
  ) {
    self.chain = chain
    self.input = input
    self.failed = failed
  }

  func begin() throws(RenderError) {
    do throws(LibAVError) {
      _ = try chain.begin()
    } catch {
      throw failed(error)
    }
  }

  func send(_ block: AudioBuffer, at time: Int64) throws(RenderError) -> [AudioBuffer] {
    do throws(LibAVError) {
      var frame = try AudioFrame(
        layout: input.format.layout, sampleRate: input.sampleRate, sampleCount: block.frameCount)
      for channel in 0..<min(input.channels, block.channelCount) {
        let samples = block.channels[channel]
        var row = frame.mutableChannel(channel)
        for index in row.indices { row[index] = samples[index] }
      }
      frame.timestamp = time
      try chain.send(frame)
      return try blocks()
    } catch {
      throw failed(error)
    }
  }

  func end() throws(RenderError) -> [AudioBuffer] {
    do throws(LibAVError) {
      try chain.end()
      return try blocks()
    } catch {
      throw failed(error)
    }
  }

  /// What has come out. What is no number, as filters may give where they overflow, is silent.
  private func blocks() throws(LibAVError) -> [AudioBuffer] {
    var found: [AudioBuffer] = []
    while let frame = try chain.block() {
      guard frame.channelCount == input.channels, frame.sampleRate == input.sampleRate else {
        throw .unusable(for: "use a chain that changes the form of sound")
      }
      let channels = (0..<input.channels).map { channel in
        let row = frame.channel(channel)
        return row.indices.map { row[$0].isFinite ? row[$0] : 0 }
      }
      if let buffer = AudioBuffer(channels: channels) { found.append(buffer) }
    }
    return found
  }
}
