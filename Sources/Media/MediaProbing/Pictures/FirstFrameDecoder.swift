import LibAV
import MediaSources
import BaseValues
import TimelineModel

/// Decodes a stream's packets until its first picture comes out.
struct FirstFrameDecoder: ~Copyable {
  private var decoder: Decoder
  private let log: LogRing
  private var found: Result<FirstFrame, LibAVError>?
  private var failures = 0

  /// - Parameter maximumPixels: a larger picture is not decoded.
  init(
    _ input: borrowing InputFile, stream: Int, maximumPixels: Int64 = Decoder.maximumPixels
  ) throws(LibAVError) {
    let log = LogRing(level: .error, capacity: 4)
    decoder = try FrameDecoder.decoder(
      input, stream, log: log, maximumPixels: maximumPixels)
    self.log = log
  }

  /// What the decoder said last of what is wrong.
  var complaints: [String] {
    var texts: [String] = []
    for line in log.lines where !texts.contains(line.text) { texts.append(line.text) }
    return texts
  }

  /// The size of a picture that was not decoded because it is too large.
  var refusedSize: Size? {
    log.refusedPictureSize.map { Size(width: $0.width, height: $0.height) }
  }

  /// The picture, or why there is none.
  var result: Result<FirstFrame, LibAVError> {
    found ?? .failure(LibAVError.unusable(for: "decode the first picture"))
  }

  /// Takes the stream's next packet; nothing happens once there is a result.
  mutating func add(_ packet: borrowing Packet) {
    guard found == nil, failures < FrameDecoder.patience else { return }
    do throws(LibAVError) {
      _ = try decoder.send(packet)
    } catch {
      if error.isFatal { found = .failure(error) }
    }
    receive()
  }

  /// Says that there are no more packets.
  mutating func finish() {
    guard found == nil, failures < FrameDecoder.patience else { return }
    do throws(LibAVError) {
      _ = try decoder.sendEnd()
    } catch {
      found = .failure(error)
    }
    receive()
  }

  private mutating func receive() {
    while found == nil, failures < FrameDecoder.patience {
      do throws(LibAVError) {
        switch try decoder.receiveVideo() {
        case .frame(let frame):
          var picture = FirstFrame(frame)
          picture.codedRate = decoder.frameRate
          if failures > 0 || log.lines.contains(where: FrameDecoder.isOfDamage) {
            picture.isDamaged = true
          }
          found = .success(picture)
        case .needsInput: return
        case .endOfStream: return
        }
      } catch {
        if error.isFatal { found = .failure(error) }
        failures += 1
      }
    }
  }
}
