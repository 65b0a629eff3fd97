internal import CLibAV

extension VideoFrame {
  /// Whether the picture was coded without reference to others.
  package var isKey: Bool { unsafe raw.pointee.key_frame != 0 }

  /// Whether the two fields belong to different times.
  package var isInterlaced: Bool {
    get { unsafe raw.pointee.interlaced_frame != 0 }
    set { unsafe raw.pointee.interlaced_frame = newValue ? 1 : 0 }
  }

  /// Whether the upper field is shown first; means something only when interlaced.
  package var isTopFieldFirst: Bool {
    get { unsafe raw.pointee.top_field_first != 0 }
    set { unsafe raw.pointee.top_field_first = newValue ? 1 : 0 }
  }

  /// Extra field periods the picture is to be shown for, as in soft telecine.
  package var repeatedFields: Int { unsafe Int(raw.pointee.repeat_pict) }

  /// Whether the decoder concealed errors or missed references.
  package var isDamaged: Bool {
    unsafe raw.pointee.flags & AV_FRAME_FLAG_CORRUPT != 0
      || raw.pointee.decode_error_flags != 0
  }

  /// Whether the frame is only there to be decoded, not shown.
  package var isDiscard: Bool { unsafe raw.pointee.flags & AV_FRAME_FLAG_DISCARD != 0 }

  /// Makes an encoder start a closed group of pictures here (`true`), or decide itself.
  package var isForcedKey: Bool {
    get { unsafe raw.pointee.pict_type == AV_PICTURE_TYPE_I }
    set { unsafe raw.pointee.pict_type = newValue ? AV_PICTURE_TYPE_I : AV_PICTURE_TYPE_NONE }
  }

  /// Colour tags; unspecified where the stream says nothing.
  package var colour: ColorTags {
    get {
      unsafe ColorTags(
        raw.pointee.color_range, raw.pointee.colorspace, raw.pointee.color_primaries,
        raw.pointee.color_trc, raw.pointee.chroma_location)
    }
    set {
      unsafe raw.pointee.color_range = newValue.range.libAV
      unsafe raw.pointee.colorspace = newValue.matrix.libAV
      unsafe raw.pointee.color_primaries = newValue.primaries.libAV
      unsafe raw.pointee.color_trc = newValue.transfer.libAV
      unsafe raw.pointee.chroma_location = newValue.chromaLocation.libAV
    }
  }

  /// Shape of a pixel, width to height; 0/1 when unknown.
  package var sampleAspect: Fraction {
    get { unsafe Fraction(raw.pointee.sample_aspect_ratio) }
    set { unsafe raw.pointee.sample_aspect_ratio = newValue.raw }
  }

  /// Pixels at each edge that are not part of the picture and that the decoder left in.
  package var crop: Crop {
    unsafe Crop(
      left: raw.pointee.crop_left, top: raw.pointee.crop_top, right: raw.pointee.crop_right,
      bottom: raw.pointee.crop_bottom)
  }

  /// The picture's own 3 × 3 display matrix, as in `StreamDescription.displayMatrix`; decoders
  /// give it for EXIF and SEI orientation.
  package var displayMatrix: [Int32]? {
    guard let side = unsafe av_frame_get_side_data(raw, AV_FRAME_DATA_DISPLAYMATRIX) else {
      return nil
    }
    return unsafe readDisplayMatrix(side.pointee.data, size: side.pointee.size)
  }

  /// The brightest light of an HDR programme in cd/m²: the largest component of its content
  /// (MaxCLL of CTA-861.3), or else the peak of the display that it was graded on (SMPTE ST 2086);
  /// `nil` where the picture does not say.
  package var peakLuminance: Int? {
    if let side = unsafe av_frame_get_side_data(raw, AV_FRAME_DATA_CONTENT_LIGHT_LEVEL),
      unsafe side.pointee.size >= MemoryLayout<AVContentLightMetadata>.size
    {
      let level = unsafe UnsafeRawPointer(side.pointee.data).loadUnaligned(
        as: AVContentLightMetadata.self)
      if level.MaxCLL > 0 { return Int(level.MaxCLL) }
    }
    if let side = unsafe av_frame_get_side_data(raw, AV_FRAME_DATA_MASTERING_DISPLAY_METADATA),
      unsafe side.pointee.size >= MemoryLayout<AVMasteringDisplayMetadata>.size
    {
      let display = unsafe UnsafeRawPointer(side.pointee.data).loadUnaligned(
        as: AVMasteringDisplayMetadata.self)
      let peak = display.max_luminance
      if display.has_luminance != 0, peak.num > 0, peak.den > 0 {
        return Int(peak.num) / Int(peak.den)
      }
    }
    return nil
  }

  /// Text attached to the picture (EXIF tags, measurements of filters), in libav's order.
  package var metadata: [Metadata] { unsafe readMetadata(raw.pointee.metadata) }
}

/// Pixels to take away at each edge.
package struct Crop: Sendable, Hashable {
  /// Columns, 0 or more.
  package let left: Int
  /// Rows, 0 or more.
  package let top: Int
  /// Columns, 0 or more.
  package let right: Int
  /// Rows, 0 or more.
  package let bottom: Int

  /// Pixels at each edge; nothing is checked.
  package init(left: Int, top: Int, right: Int, bottom: Int) {
    (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
  }
}
