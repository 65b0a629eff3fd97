package import BaseValues
package import TimelineModel

/// A picture that can be asked for. Plans hold one for each frame of a clip, so it is kept small.
package enum PictureContent: Hashable, Sendable {
  /// Frame `sourceFrame` of a source in presentation order from 0, conformed.
  case source(ConformID, sourceFrame: Int)
  /// Several frames of a source at once, conformed.
  case blend(ConformID, FrameBlend)
  /// What lies between two frames of a conformed source, with all that moves where it is by then.
  case flow(ConformID, FramePoint)
  case text(RasterID)
  /// One colour over `size` pixels, straight alpha.
  case color(Color, Size)
  /// From one colour at the left or upper edge to another at the opposite one, straight alpha.
  case gradient(from: Color, to: Color, Size, isVertical: Bool)
}

/// Where a picture stands.
package enum Geometry: Hashable, Sendable {
  /// Moved by whole pixels, not resampled. For sources and colours (x, y) is where the picture's top
  /// left corner goes; for texts it is where their anchor goes.
  case offset(x: Int, y: Int)
  /// Resampled through a projective map from output pixels to picture pixels; for texts picture
  /// coordinates are relative to the anchor, in raster pixels.
  case projective(Projection)
  /// Through such a map too, but not resampled: each pixel of the output is the picture's in whose area its
  /// centre lies, and nothing where there is none.
  case nearest(Projection)

  /// The map; `nil` where the picture is moved by whole pixels.
  package var projection: Projection? {
    switch self {
    case .offset: nil
    case .projective(let projection), .nearest(let projection): projection
    }
  }

  /// The same way of drawing through another map.
  package func with(_ projection: Projection) -> Geometry {
    if case .nearest = self { .nearest(projection) } else { .projective(projection) }
  }
}

/// A projective map in integers.
///
/// For the output pixel (x, y), with X = 2x + 1 and Y = 2y + 1 (its centre in half pixels):
/// u = (a·X + b·Y + c) / (g·X + h·Y + i) and v = (d·X + e·Y + f) / (g·X + h·Y + i) are the
/// coordinates of that point in the picture in half pixels (a pixel's centre is odd). The
/// denominator is positive where the plane lies in front of the eye and at most 2^30 within the
/// output; numerators stay below 2^46.
package struct Projection: Hashable, Sendable {
  package var a, b, c, d, e, f, g, h, i: Int64

  /// A map as given; nothing is checked. `GeometryPlanner` keeps to the ranges above.
  package init(
    a: Int64, b: Int64, c: Int64, d: Int64, e: Int64, f: Int64, g: Int64, h: Int64, i: Int64
  ) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.e = e
    self.f = f
    self.g = g
    self.h = h
    self.i = i
  }
}

/// Where in the canvas an input is shown.
package enum Coverage: Hashable, Sendable {
  case all
  case window(Rect)
  /// As a mask says: from nothing below `threshold` to all of it `softness` above, of the mask's
  /// brightness of 0…32768. A threshold is within −32768…32768, a softness within 0…32768.
  case mask(MaskID, threshold: Int, softness: Int)
  /// What that mask leaves: in a transition for the outgoing picture, where the incoming one is
  /// shown through the mask.
  case outside(MaskID, threshold: Int, softness: Int)

  /// `nil` where it is no window.
  package var window: Rect? {
    if case .window(let window) = self { window } else { nil }
  }

  /// The mask that says it; `nil` where none does.
  var mask: MaskID? {
    switch self {
    case .all, .window: nil
    case .mask(let mask, _, _), .outside(let mask, _, _): mask
    }
  }
}

/// What a mask's brightness is at each pixel of the canvas.
package enum PlannedMask: Hashable, Sendable {
  /// That of a picture, which is conformed to the canvas's size; transparent is dark.
  case picture(ConformID, sourceFrame: Int)
  /// One in the middle, half on the edge of the largest such shape in a rectangle, and nothing
  /// where everything is twice as far from the middle: a threshold of 16384 shows the shape, others
  /// a larger or a smaller one.
  case rectangle(Rect)
  case ellipse(Rect)
  /// From dark to bright in the order in which a wipe uncovers a canvas, by the wipe's number.
  case wipe(Int, Size)
  /// In no order, of squares with a side of so many pixels, from the canvas's upper left corner.
  case noise(block: Int, Size)
}
