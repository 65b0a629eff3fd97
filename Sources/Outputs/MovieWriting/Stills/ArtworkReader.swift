internal import BaseValues
import FileSystem
import LibAV
package import MediaSources
package import OutputKinds
import TimelineModel

/// Makes a picture in a file a movie's artwork.
package enum ArtworkReader {
  /// Why there is none.
  package enum Problem: Error, Hashable, Sendable {
    /// It is no single picture in a file.
    case noPicture
    /// It cannot be read or encoded: why.
    case unusable(String)
  }

  /// The file as it is where it is JPEG or PNG, else its picture as PNG in 8 bits.
  package static func artwork(of source: MediaSource) throws(Problem) -> Artwork {
    guard case .file(let file) = source, case .file(let path, _) = file.place,
      source.facts.video?.isStill == true
    else { throw .noPicture }
    let limit = MovieDescription.largestArtwork
    let bytes = WritingLocation.beginning(of: path, limit: limit + 1) ?? []
    if let picture = Artwork(file: bytes) {
      if bytes.count > limit {
        throw .unusable("its file is larger than \(limit >> 20) MiB")
      }
      return picture
    }
    let png: [UInt8]
    do throws(LibAVError) {
      png = try encoded(file)
    } catch {
      throw .unusable("\(error)")
    }
    guard png.count <= limit, let picture = Artwork(file: png) else {
      throw .unusable("as PNG it is larger than \(limit >> 20) MiB")
    }
    return picture
  }

  private static func encoded(_ file: MediaFile) throws(LibAVError) -> [UInt8] {
    let stream = file.details.streams.first { $0.kind == .video }?.index ?? 0
    var decoder = try FrameDecoder(file.place, stream: stream, protocols: [])
    guard let picture = try decoder.next() else { throw .unusable(for: "decode picture") }
    return try picture.frame.withFrame { (frame) throws(LibAVError) in
      let size = Size(width: frame.width, height: frame.height)
      var scaler = try Scaler(
        from: Scaler.Picture(
          format: frame.formatName, width: size.width, height: size.height,
          colour: ColorGuess.complete(
            frame.colour, format: StoredPixelFormat(named: frame.formatName), size: size)),
        to: Scaler.Picture(
          format: PictureFormat.png.pixelFormat, width: size.width, height: size.height,
          colour: ColorTags(range: .full, matrix: .rgb)))
      return try StillEncoder.encode(try scaler.scale(frame), as: .png)
    }
  }
}
