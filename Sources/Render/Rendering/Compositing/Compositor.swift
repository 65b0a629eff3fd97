import BaseValues
package import PictureKinds
package import PlanModel
package import Raster

/// Makes output frames: the only place where pictures are blended.
///
/// Works in planar Y′CbCr of the depth and colour in which the movie is encoded, 8 or 10 bits, with integers, so a frame has the same bits whatever made it. Every layer
/// is one rule for each sample of each plane:
///
///     result = from·wf + to·wt + below·(1 − αf·wf − αt·wt)
///
/// computed exactly and rounded once, to nearest, ties up; where a layer shows opaque pictures alone on
/// the frame, by a threshold of the position, so that what is seen through or mixed has no bands.
/// Samples are premultiplied; α is alpha
/// over its maximum, one for opaque pictures. The weights are 1.15 fixed point: the share of the
/// sample that the picture covers (1 in luma; in chroma the share of the sample's luma pixels that
/// show it), times the mask's coverage there (in chroma the mean over the sample's luma pixels),
/// times the input's opacity, times its share of a mix, each product rounded to nearest. A layer of one input has no `to`. A picture
/// that is turned carries its coverage in alpha, and in chroma the weight is the window's share.
///
/// A group is drawn on a canvas of its own, transparent at first, by the same rule, alpha included;
/// then it is a picture as any other. A blend mode changes the samples of a layer's inputs before
/// the rule; see `BlendMode`.
///
/// The frame of a movie with alpha is such a canvas, too.
///
/// Layers that an opaque one hides are neither fetched nor drawn. Used by one worker only.
package final class Compositor {
  /// Concrete types, so that each is compiled for its samples.
  private enum Depth {
    case `default`(CanvasComposer<UInt8>)
    case deep(CanvasComposer<UInt16>)
  }

  private let depth: Depth
  private let color: PictureColor

  /// A compositor of a plan's frames.
  ///
  /// - Parameters:
  ///   - plan: says the depth; pictures of 8 bits are widened to 10.
  ///   - images: asked for the pictures of sources, for each frame from front to back.
  ///   - texts: asked for the pictures of texts.
  ///   - blendModes: those that the plan's layers name.
  ///   - effectKinds: those that the plan's effects name.
  package init(
    plan: RenderPlan, images: any ImageSource, texts: any TextSource,
    blendModes: [BlendMode] = BlendMode.drawn, effectKinds: [EffectKind] = EffectKind.all
  ) {
    color = plan.output.color
    depth =
      plan.output.bitDepth <= UInt8.depth
      ? .default(CanvasComposer(plan, images, texts, blendModes, effectKinds))
      : .deep(CanvasComposer(plan, images, texts, blendModes, effectKinds))
  }

  /// What the memory of composed frames does.
  var poolStatistics: ImagePool.Statistics {
    switch depth {
    case .default(let composer): composer.pool.statistics
    case .deep(let composer): composer.pool.statistics
    }
  }

  /// The composed output frame. A frame that is one untouched picture is that picture; outside the
  /// movie it is the background. It has alpha where the movie has, and only there.
  ///
  /// - Throws: what the sources throw; `media` for a blend mode or an effect that there
  ///   is not.
  package func compose(_ frame: Int) throws(RenderError) -> Image {
    let image =
      switch depth {
      case .default(let composer): try composer.compose(frame)
      case .deep(let composer): try composer.compose(frame)
      }
    return image.with(color)
  }
}
