package import BaseValues

/// A point or vector in output pixels: origin top left, x to the right, y down.
package struct Point: Hashable, Sendable {
  /// To the right.
  package var x: Rational
  /// Down.
  package var y: Rational

  /// A point; fractions of a pixel are kept.
  package init(x: Rational, y: Rational) {
    self.x = x
    self.y = y
  }
}

/// How a picture is brought to the output's shape.
package enum Fit: String, Hashable, NamedChoice {
  /// As large as fits inside, whole picture visible.
  case contain
  /// As small as covers the output, the rest cut off.
  case cover
  /// As `contain`, in front of the picture itself as `cover` has it, blurred.
  case blur
  /// Exactly the output, shape given up.
  case stretch
  /// Its own size in square pixels.
  case none

  /// What the word means.
  package var summary: String {
    switch self {
    case .contain: "as large as fits, nothing cut off"
    case .cover: "fills the canvas, what is beyond is cut off"
    case .blur: "as `contain`, in front of a blurred copy that fills the canvas"
    case .stretch: "fills the canvas and changes shape"
    case .none: "keeps its own size"
    }
  }
}

/// How a picture gets another size.
package enum Scaling: String, Hashable, NamedChoice {
  /// As film and photographs need it: between pixels, and without more detail than the output can show.
  case smooth
  /// Each pixel of the output is the one of the picture in which its centre lies, as pixel art needs it.
  case nearest

  /// What the word means.
  package var summary: String {
    switch self {
    case .smooth: "for film and photos"
    case .nearest: "nearest neighbour: keeps hard pixels, for pixel art"
    }
  }
}

/// Parts cut off a picture before it is fitted: fractions of its shown width and height, 0…1.
package struct Crop: Hashable, Sendable {
  /// Of the shown width.
  package var left: Rational
  /// Of the shown height.
  package var top: Rational
  /// Of the shown width; together with `left` below 1.
  package var right: Rational
  /// Of the shown height; together with `top` below 1.
  package var bottom: Rational

  /// Shares that are cut off at each side.
  package init(left: Rational, top: Rational, right: Rational, bottom: Rational) {
    self.left = left
    self.top = top
    self.right = right
    self.bottom = bottom
  }

  /// Nothing is cut off.
  package static let zero = Crop(left: .zero, top: .zero, right: .zero, bottom: .zero)
}

/// How a clip's or a title layer's picture stands in the output.
///
/// The picture is scaled about its anchor, skewed and rotated about it (z, then y, then x in Core
/// Animation's order of nested transforms: T · Rx · Ry · Rz · K · S), and the anchor is put at
/// `position`.
package struct Placement: Hashable, Sendable {
  /// Where the anchor goes, in output pixels.
  package var position: Point
  /// The anchor as fractions of the picture's width and height, (½, ½) is its centre.
  package var anchor: Point
  /// Factors of the fitted width and height; below 0 they mirror.
  package var scale: Point
  /// Degrees by which upright edges lean to the left and level ones down to the right, as
  /// `skew()` of CSS Transforms Level 1; within ±85.
  package var skew = Point(x: .zero, y: .zero)
  /// Degrees about the horizontal axis through the anchor; positive turns the upper edge away.
  package var rotationX: Rational
  /// Degrees about the vertical axis through the anchor; positive turns the right edge away.
  package var rotationY: Rational
  /// Degrees clockwise in the picture's plane, about the anchor.
  package var rotationZ: Rational
  /// 0…1
  package var opacity: Rational
  /// Whether a picture at rest stands between pixels where its position does; otherwise on whole ones.
  package var keepsFractions = false
  /// How the picture's pixels become those of the output.
  package var scaling = Scaling.smooth

  /// A placement; centred, upright, in its own size and opaque unless said otherwise.
  package init(
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

/// How a camera would see something move: the mean of several moments of a frame.
package struct MotionBlur: Hashable, Sendable {
  /// How many moments there may be: powers of two.
  package static let sampleCounts = [2, 4, 8, 16, 32]

  /// As many moments there are at least, and at most, where nobody says how many.
  package static let (fewestSamples, mostSamples) = (8, 64)

  /// Moments of a frame, one of `sampleCounts`; `nil` for as many as the movement needs.
  package var samples: Int?
  /// How long the shutter is open about the frame's time, in degrees of 360 a frame; 1…720.
  package var shutter: Rational

  /// A shutter that is open for half of each frame, unless said otherwise.
  package init(samples: Int? = nil, shutter: Rational = Rational(180)) {
    self.samples = samples
    self.shutter = shutter
  }
}

/// A part of a picture, as shares of its width and height.
package struct PictureView: Hashable, Sendable {
  /// Where it begins from the left; `nil` for a part in the middle.
  package var x: Rational?
  /// Where it begins from the top; `nil` for a part in the middle.
  package var y: Rational?
  /// Above 0; `nil` where it follows from the height and the canvas's shape.
  package var width: Rational?
  /// Above 0; `nil` where it follows from the width and the canvas's shape.
  package var height: Rational?

  /// A part within the picture; a width or a height is given.
  package init(
    x: Rational? = nil, y: Rational? = nil, width: Rational? = nil, height: Rational? = nil
  ) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// As values of an animation have it: what is not given as −1.
  package var numbers: [Rational] { [x, y, width, height].map { $0 ?? Rational(-1) } }
}

/// Which frames of a source a frame of the movie shows.
package enum FrameSampling: String, Hashable, NamedChoice {
  /// The one whose time it is.
  case nearest
  /// A mixture of those that pass while it is shown, at least of two.
  case blend
  /// What lies between two, with all that moves where it is by then.
  case flow

  /// What the word means.
  package var summary: String {
    switch self {
    case .nearest: "the source frame of that time"
    case .blend: "frame blending: a mix of neighbouring frames"
    case .flow: "optical flow: new frames from the motion between two"
    }
  }
}

/// The picture side of a clip.
package struct FrameProperties: Hashable, Sendable {
  /// How the cropped picture is brought to the output's shape, before `placement`.
  package var fit: Fit
  /// Applied first, to the picture as it is shown.
  package var crop: Crop
  /// What of the cropped picture fills the canvas, in place of `fit` and the placement's position,
  /// anchor, scale and rotation; animations of `view` replace it.
  package var view: PictureView?
  /// At rest; animations replace its values.
  package var placement: Placement
  /// What is done with its colours.
  package var look: PictureLook
  /// Distance of the eye from the picture plane in pixels, for rotation about x and y.
  package var perspective: Rational
  /// Pixels of the output for a square pixel of a picture that is not fitted.
  package var unit: Rational
  /// How movements are seen; `nil` where each frame shows one moment.
  package var motionBlur: MotionBlur?
  /// In time relative to the clip's start.
  package var animations: [Animation]
  /// Of an opacity that multiplies that of the placement, in the same time.
  package var fade: [Animation] = []
  /// Which of the source's frames a frame of the movie shows.
  package var sampling = FrameSampling.nearest
  /// A chain of filters that the source's pictures go through first.
  package var filter: PictureFilter? = nil

  /// A whole picture that fits inside the output and does not move, unless said otherwise.
  package init(
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
  package static let half = Rational(1, over: 2)
}
