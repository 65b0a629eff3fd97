package import AudioMixing
import FileSystem
import LibAV
package import OutputKinds
package import PlanModel
package import Rendering

/// Encodes one chunk of sound with an encoder of its own.
package final class SoundChunkEncoder: AudioChunkEncoder {
  private var encoder: AudioTrackEncoder
  private let chunk: AudioChunk
  private var packets: [EncodedPacket] = []

  /// Opens an encoder.
  ///
  /// - Throws: `RenderError` of kind `encoder` when it refuses the settings.
  package init(_ settings: AudioEncoderSettings, chunk: AudioChunk) throws(RenderError) {
    self.chunk = chunk
    do throws(MovieWriteError) {
      encoder = try AudioTrackEncoder(settings)
    } catch {
      throw error.renderError
    }
  }

  /// Encodes the samples that follow.
  ///
  /// - Throws: `RenderError` of kind `encoder` when the encoder fails.
  package func encode(_ block: AudioBuffer) throws(RenderError) {
    do throws(MovieWriteError) {
      packets += try encoder.append(block)
    } catch {
      throw error.renderError
    }
  }

  /// Drops the packets that only led up to the chunk, and those after it.
  ///
  /// - Throws: `RenderError` of kind `encoder` when the encoder fails or gives too few packets.
  package func finish() throws(RenderError) -> EncodedChunk {
    do throws(MovieWriteError) {
      packets += try encoder.finish()
    } catch {
      throw error.renderError
    }
    let first = Int(chunk.packets.lowerBound - chunk.firstPacket)
    let count = chunk.packets.count
    guard packets.count >= first + count else {
      throw RenderError(
        .encoder, "the sound encoder gave \(packets.count) packets, not \(first + count)")
    }
    let offset = chunk.samples.lowerBound
    var kept: [EncodedPacket] = []
    for (index, packet) in packets[first..<(first + count)].enumerated() {
      var moved = packet
      moved.presentation += offset
      moved.decoding += offset
      if let numbered = chunk.codec.numbered {
        guard let data = numbered(packet.data, chunk.packets.lowerBound + Int64(index)) else {
          throw RenderError(.encoder, "the sound encoder gave a packet of another kind")
        }
        moved.data = data
      }
      kept.append(moved)
    }
    return EncodedChunk(
      parameters: encoder.parameters.extradata, packets: kept,
      frameCount: kept.reduce(0) { $0 + Int($1.duration) })
  }

  /// What libav's decoder makes of the packets, those that only led up to the chunk too.
  ///
  /// - Throws: `RenderError` of kind `encoder` when the decoder does not take them.
  package func heard() throws(RenderError) -> AudioBuffer? {
    // What was given is what is heard.
    if chunk.codec.isLossless { return nil }
    do throws(LibAVError) {
      var decoder = try AudioPacketDecoder(encoder.parameters)
      var channels: [[Float]] = Array(repeating: [], count: decoder.channelCount)
      for packet in packets { try decoder.decode(packet.data, into: &channels) }
      // The first packets are the encoder's own beginning.
      let leading = Int(chunk.codec.leadingSamples)
      return AudioBuffer(channels: channels.map { Array($0.dropFirst(leading)) })
    } catch {
      throw MovieWriteError("decode sound", error).renderError
    }
  }
}
