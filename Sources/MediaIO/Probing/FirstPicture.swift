import LibAV
import TimelineModel

/// What the decoder says of a stream's first picture; containers may be wrong about it.
struct FirstPicture {
  var width: Int
  var height: Int
  var hasAlpha: Bool
  var storage = PictureStorage()
  var isRGB: Bool
  var sampleAspect: Fraction
  var displayMatrix: [Int32]?
  var colour: ColourTags
  var isInterlaced: Bool
  var peakLuminance: Int?
  var isTopFieldFirst: Bool
  /// libav's name.
  var pixelFormat: String
  /// Pictures a second as the codec says; 0/1 when it does not.
  var codedRate = Fraction(0, 1)

  init(_ frame: borrowing VideoFrame) {
    width = frame.width
    height = frame.height
    hasAlpha = frame.pixelFormat?.hasAlpha ?? false
    isRGB = frame.pixelFormat?.isRGB ?? false
    if let format = frame.pixelFormat {
      storage = PictureStorage(bitsPerPixel: format.bitsPerPixel, bitDepth: format.bitDepth)
    }
    sampleAspect = frame.sampleAspect
    displayMatrix = frame.displayMatrix
    colour = frame.colour
    isInterlaced = frame.isInterlaced
    peakLuminance = frame.peakLuminance
    isTopFieldFirst = frame.isTopFieldFirst
    pixelFormat = frame.formatName
  }
}

/// Decodes a stream's packets until its first picture comes out.
struct FirstPictureDecoder: ~Copyable {
  private var decoder: Decoder
  private let log: LogRing
  private var found: Result<FirstPicture, LibAVError>?
  private var failures = 0

  /// - Parameter maximumPixels: a larger picture is not decoded.
  init(
    _ input: borrowing InputFile, stream: Int, maximumPixels: Int64 = Decoder.maximumPixels
  ) throws(LibAVError) {
    let log = LogRing(level: .error, capacity: 4)
    decoder = try PictureDecoder.decoder(
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
  var refusedSize: PictureSize? {
    log.refusedPictureSize.map { PictureSize(width: $0.width, height: $0.height) }
  }

  /// The picture, or why there is none.
  var result: Result<FirstPicture, LibAVError> {
    found ?? .failure(LibAVError(code: -22, operation: "decode the first picture"))
  }

  /// Takes the stream's next packet; nothing happens once there is a result.
  mutating func add(_ packet: borrowing Packet) {
    guard found == nil, failures < PictureDecoder.patience else { return }
    do throws(LibAVError) {
      _ = try decoder.send(packet)
    } catch {
      if error.isFatal { found = .failure(error) }
    }
    receive()
  }

  /// Says that there are no more packets.
  mutating func finish() {
    guard found == nil, failures < PictureDecoder.patience else { return }
    do throws(LibAVError) {
      _ = try decoder.sendEnd()
    } catch {
      found = .failure(error)
    }
    receive()
  }

  private mutating func receive() {
    while found == nil, failures < PictureDecoder.patience {
      do throws(LibAVError) {
        switch try decoder.receiveVideo() {
        case .frame(let frame):
          var picture = FirstPicture(frame)
          picture.codedRate = decoder.frameRate
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

extension Orientation {
  /// The turn that a display matrix asks for; `nil` for matrices that are not multiples of a
  /// quarter turn.
  ///
  /// The matrix maps stored to shown positions: x' = a·x + c·y, y' = b·x + d·y, laid out a b u,
  /// c d v, x y w (ISO/IEC 14496-12, 8.3.2).
  init?(displayMatrix matrix: [Int32]?) {
    guard let matrix, matrix.count == 9 else { return nil }
    let signs = [matrix[0], matrix[1], matrix[3], matrix[4]].map { $0 > 0 ? 1 : $0 < 0 ? -1 : 0 }
    switch (signs[0], signs[1], signs[2], signs[3]) {
    case (1, 0, 0, 1): self = .upright
    case (-1, 0, 0, 1): self = .mirroredHorizontally
    case (-1, 0, 0, -1): self = .rotated180
    case (1, 0, 0, -1): self = .mirroredVertically
    case (0, 1, 1, 0): self = .transposed
    case (0, 1, -1, 0): self = .rotatedClockwise
    case (0, -1, -1, 0): self = .transversed
    case (0, -1, 1, 0): self = .rotatedCounterclockwise
    default: return nil
    }
  }
}
