public import MediaTime

/// A point or vector in output pixels: origin top left, x to the right, y down.
public struct Point: Hashable, Sendable {
  /// To the right.
  public var x: Rational
  /// Down.
  public var y: Rational

  /// A point; fractions of a pixel are kept.
  public init(x: Rational, y: Rational) {
    self.x = x
    self.y = y
  }
}

/// How a picture is brought to the output's shape.
public enum Fit: String, Hashable, Sendable, CaseIterable {
  /// As large as fits inside, whole picture visible.
  case contain
  /// As small as covers the output, the rest cut off.
  case cover
  /// Exactly the output, shape given up.
  case stretch
  /// Its own size in square pixels.
  case none
}

/// Parts cut off a picture before it is fitted: fractions of its shown width and height, 0…1.
public struct Crop: Hashable, Sendable {
  /// Of the shown width.
  public var left: Rational
  /// Of the shown height.
  public var top: Rational
  /// Of the shown width; together with `left` below 1.
  public var right: Rational
  /// Of the shown height; together with `top` below 1.
  public var bottom: Rational

  /// Shares that are cut off at each side.
  public init(left: Rational, top: Rational, right: Rational, bottom: Rational) {
    self.left = left
    self.top = top
    self.right = right
    self.bottom = bottom
  }

  /// Nothing is cut off.
  public static let zero = Crop(left: .zero, top: .zero, right: .zero, bottom: .zero)
}

/// How a clip's or a title layer's picture stands in the output.
///
/// The picture is scaled about its anchor, rotated about it (z, then y, then x in Core Animation's
/// order of nested transforms: T · Rx · Ry · Rz · S), and the anchor is put at `position`.
public struct Placement: Hashable, Sendable {
  /// Where the anchor goes, in output pixels.
  public var position: Point
  /// The anchor as fractions of the picture's width and height, (½, ½) is its centre.
  public var anchor: Point
  /// Factors of the fitted width and height, 0 or more.
  public var scale: Point
  /// Degrees about the horizontal axis through the anchor; positive turns the upper edge away.
  public var rotationX: Rational
  /// Degrees about the vertical axis through the anchor; positive turns the right edge away.
  public var rotationY: Rational
  /// Degrees clockwise in the picture's plane, about the anchor.
  public var rotationZ: Rational
  /// 0…1
  public var opacity: Rational

  /// A placement; centred, upright, in its own size and opaque unless said otherwise.
  public init(
    position: Point, anchor: Point = Point(x: .half, y: .half),
    scale: Point = Point(x: .one, y: .one), rotationX: Rational = .zero,
    rotationY: Rational = .zero, rotationZ: Rational = .zero, opacity: Rational = .one
  ) {
    self.position = position
    self.anchor = anchor
    self.scale = scale
    self.rotationX = rotationX
    self.rotationY = rotationY
    self.rotationZ = rotationZ
    self.opacity = opacity
  }
}

/// Which frames of a source a frame of the movie shows.
public enum FrameSampling: String, Hashable, Sendable, CaseIterable {
  /// The one whose time it is.
  case nearest
  /// A mixture of those that pass while it is shown, at least of two.
  case blend
}

/// The picture side of a clip.
public struct FrameProperties: Hashable, Sendable {
  /// How the cropped picture is brought to the output's shape, before `placement`.
  public var fit: Fit
  /// Applied first, to the picture as it is shown.
  public var crop: Crop
  /// At rest; animations replace its values.
  public var placement: Placement
  /// What is done with its colours.
  public var look: PictureLook
  /// Distance of the eye from the picture plane in pixels, for rotation about x and y.
  public var perspective: Rational
  /// Pixels of the output for a square pixel of a picture that is not fitted.
  public var unit: Rational
  /// In time relative to the clip's start.
  public var animations: [Animation]
  /// Of an opacity that multiplies that of the placement, in the same time.
  public var fade: [Animation] = []
  /// Which of the source's frames a frame of the movie shows.
  public var sampling = FrameSampling.nearest

  /// A whole picture that fits inside the output and does not move, unless said otherwise.
  public init(
    fit: Fit = .contain, crop: Crop = .zero, placement: Placement,
    look: PictureLook = PictureLook(), perspective: Rational = Rational(1000),
    unit: Rational = .one, animations: [Animation] = []
  ) {
    self.unit = unit
    self.fit = fit
    self.crop = crop
    self.placement = placement
    self.look = look
    self.perspective = perspective
    self.animations = animations
  }
}

extension Rational {
  /// ½
  public static let half = Rational(1, 2) ?? .zero
}
