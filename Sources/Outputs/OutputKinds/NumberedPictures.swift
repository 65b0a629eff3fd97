// A file for each picture, `shot-%04d.png`, numbered as frames are, from 0.
extension MovieContainer {
  /// PNG in full-range R′G′B′ of 8 bits.
  package static let pngPictures = numbered(.png, "pngs", .png)
  /// JPEG.
  package static let jpegPictures = numbered(.jpeg, "jpegs", .mjpeg)
  /// TIFF in full-range R′G′B′ of 8 bits.
  package static let tiffPictures = numbered(.tiff, "tiffs", .tiff)

  /// WebP in 8 bits; what is called WebP is a movie in one file.
  package static let webpPictures = numbered(.webp, "webps", .webp, hasOtherNames: false)

  private static func numbered(
    _ format: PictureFormat, _ name: String, _ codec: VideoCodec, hasOtherNames: Bool = true
  ) -> MovieContainer {
    MovieContainer(
      name: name, title: "numbered \(format.title)",
      otherNames: hasOtherNames
        ? [format.name] + format.fileExtensions.filter { $0 != format.name } : [], muxer: "",
      fileExtensions: [],
      videoCodecs: [codec], audioCodecs: [], pictures: format, options: { _ in [] }, tags: [],
      descriptionForm: .none, isOurs: { _ in false })
  }

  /// What a name should end with.
  package var ending: String {
    pictures.map { "-%04d\($0.ending)" } ?? ".\(fileExtensions.first ?? name)"
  }

  /// How pictures of all frames are called, for people: `shot-%04d.png, .jpg or .tif`.
  package static var numberedNames: String {
    let endings = all.compactMap { $0.pictures?.ending }
    return "shot-%04d" + endings.dropLast().joined(separator: ", ")
      + endings.suffix(1).map { " or \($0)" }.joined()
  }

  /// The kind whose names end as this one: of pictures those with a place for a number alone.
  package static func named(_ path: String) -> MovieContainer? {
    let path = path.lowercased()
    return all.first { container in
      (container.pictures?.fileExtensions ?? container.fileExtensions).contains {
        path.hasSuffix(".\($0)")
      } && (container.pictures == nil || path.contains("%") || path.contains("#"))
    }
  }
}

extension PictureFormat {
  /// TIFF (revision 6.0), packed without loss.
  ///
  /// Our mark is the tag `Software` (305) of its one directory.
  package static let tiff = PictureFormat(
    name: "tiff", title: "TIFF", fileExtensions: ["tif", "tiff"], encoder: "tiff",
    pixelFormat: "rgb24", alphaPixelFormat: "rgba", isRGB: true,
    options: [LibraryOption("compression_algo", "deflate")],
    marked: { TIFFMark.marked($0) }, isOurs: { TIFFMark.isThere($0) })
}

extension VideoCodec {
  /// PNG files.
  package static let png = pictures(.png)
  /// TIFF files.
  package static let tiff = pictures(.tiff)

  /// WebP files.
  package static let webp = pictures(.webp)

  private static func pictures(_ format: PictureFormat) -> VideoCodec {
    VideoCodec(
      name: format.name, title: format.title,
      otherNames: format.fileExtensions.filter { $0 != format.name }, encoder: format.encoder,
      encoderTitle: "libavcodec",
      formats: [
        CodedFormat(
          bitDepth: 8, pixelFormat: format.pixelFormat, profiles: [],
          alphaPixelFormat: format.alphaPixelFormat, isFullRange: true, isRGB: true
        )
      ], sizeMultiple: 2,
      limit: PictureLimit(name: format.title, blockSide: 16, mostBlocks: 262_144),
      presets: [Preset("standard", heldPictures: 3, cost: 40)], defaultPreset: "standard",
      fastPreset: "standard", tunings: [], quality: .none, bitRates: 10_000...1_000_000_000,
      keyFrameSeconds: 2, longestReordering: 0, standsAlone: true, keys: [],
      options: { _, _ in format.options })
  }
}
