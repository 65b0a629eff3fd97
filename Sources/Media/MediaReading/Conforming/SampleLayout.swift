import LibAV
import MediaSources
import Raster

/// How the samples of a plane lie in memory.
struct SampleLayout: Equatable {
  let bytes: Int
  let maximum: Int
  /// Samples from one to the next of the same component, in the first plane and in the others.
  private let firstStep: Int
  private let otherStep: Int

  func step(inPlane plane: Int) -> Int { plane == 0 ? firstStep : otherStep }

  /// `nil` for formats whose samples are not whole bytes or pairs of bytes, all alike.
  init?(_ format: StoredPixelFormat) {
    guard !format.isPaletted, !format.isBitstream, !format.isFloat, !format.isHardware else {
      return nil
    }
    // Where all components lie together, chroma may be stored for every other pixel only.
    let packed = format.bitsPerPixel / (format.bitDepth > 8 ? 16 : 8) << format.chromaShiftX
    firstStep = format.planeCount > 1 ? 1 : min(max(packed, 1), FieldRows.largestStep)
    otherStep = format.planeCount == 2 ? 2 : 1
    if format.bitDepth == 8 {
      (bytes, maximum) = (1, 255)
    } else if (9...16).contains(format.bitDepth), !format.isBigEndian,
      format.planeCount >= 2 || format.componentCount == 1 || format.bitDepth == 16
    {
      // Formats of two planes keep samples in the upper bits.
      let isUpper = format.planeCount == 2
      (bytes, maximum) = (2, isUpper ? 65535 : 1 << format.bitDepth - 1)
    } else {
      return nil
    }
  }
}

extension PlaneMemory {
  /// Row `y`, which exists.
  @_lifetime(borrow self)
  @unsafe func row(_ y: Int) -> Span<UInt8> {
    let start = unsafe UnsafePointer((base + y * stride).assumingMemoryBound(to: UInt8.self))
    let row = unsafe Span(_unsafeStart: start, count: rowBytes)
    return unsafe _overrideLifetime(row, borrowing: self)
  }
}

/// What pictures that are put together have in common.
struct FrameShape: Equatable {
  let format: String
  let width: Int
  let height: Int
}

extension VideoFrame {
  var shape: FrameShape {
    FrameShape(format: formatName, width: width, height: height)
  }
}

extension SharedFrame {
  var shape: FrameShape { withFrame { $0.shape } }

  @unsafe func plane(_ plane: Int) -> PlaneMemory? {
    unsafe withFrame { unsafe $0.planeMemory(plane) }
  }
}
