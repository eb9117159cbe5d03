import TerminalKit
import Testing

@testable import ImageKit

@Suite struct FitTests {
  private func fit(
    _ width: Int, _ height: Int, orientation: Int = 1, box: Size = Size(rows: 28, columns: 78),
    view: PictureView = .whole, enlarge: Double = 1
  ) -> PictureFit {
    PictureFit(
      width: width, height: height, orientation: orientation, box: box, view: view, cellWidth: 10, cellHeight: 20,
      enlarge: enlarge)
  }

  @Test func aPhotographFillsTheBoxInOneDirection() {
    let wide = fit(4000, 3000)
    #expect(wide.cells == Size(rows: 28, columns: 75))
    #expect((wide.canvasWidth, wide.canvasHeight) == (750, 560))
    #expect((wide.loadWidth, wide.loadHeight) == (750, 560))
    let tall = fit(4000, 3000, orientation: 6)
    #expect(tall.cells == Size(rows: 28, columns: 42))
    #expect((tall.loadWidth, tall.loadHeight) == (560, 420))
  }

  @Test func aSmallPictureStaysSmall() {
    let icon = fit(16, 16)
    #expect(icon.cells == Size(rows: 1, columns: 2))
    #expect((icon.shown.width, icon.shown.height) == (16, 16))
    #expect(fit(16, 16, enlarge: 4).cells == Size(rows: 4, columns: 7))
    #expect(fit(1, 1).cells == Size(rows: 1, columns: 1))
  }

  @Test(arguments: [(30_000, 1), (1, 30_000), (100_000, 900), (1, 1), (9999, 10_000)])
  func everyShapeGetsWhatFits(width: Int, height: Int) {
    for orientation in 1...8 {
      for zoom in [100, 150, 1600] {
        for center in [0, 500, 1000] {
          let view = PictureView(centerX: center, centerY: 1000 - center, zoom: zoom)
          let fit = fit(width, height, orientation: orientation, view: view)
          #expect(1...28 ~= fit.cells.rows && 1...78 ~= fit.cells.columns)
          #expect(fit.shown.x >= 0 && fit.shown.x + fit.shown.width <= fit.canvasWidth)
          #expect(fit.shown.y >= 0 && fit.shown.y + fit.shown.height <= fit.canvasHeight)
          #expect(1...width ~= fit.loadWidth && 1...height ~= fit.loadHeight)
          let crop = fit.crop(width: fit.loadWidth, height: fit.loadHeight)
          #expect(crop.x >= 0 && crop.width >= 1 && crop.x + crop.width <= fit.loadWidth)
          #expect(crop.y >= 0 && crop.height >= 1 && crop.y + crop.height <= fit.loadHeight)
        }
      }
    }
  }

  /// The stretch onto whole cells is never seen, and a margin is smaller than a cell.
  @Test func proportionsAreKept() {
    for width in stride(from: 50, to: 4000, by: 37) {
      let fit = fit(width, 1000)
      let ratio = Double(fit.shown.width) / Double(fit.shown.height) / (Double(width) / 1000)
      #expect(abs(ratio - 1) < 0.05, "\(width)")
      #expect(fit.canvasWidth - fit.shown.width < 10 && fit.canvasHeight - fit.shown.height < 20, "\(width)")
    }
  }

  @Test func zoomShowsThePartAroundItsMiddle() {
    let part = fit(4000, 3000, view: PictureView(centerX: 250, centerY: 250, zoom: 200))
    let crop = part.crop(width: 4000, height: 3000)
    #expect(crop.x == 0 && crop.y == 0)
    #expect(abs(crop.width - 2080) < 20 && abs(crop.height - 1500) < 20)
    #expect(part.loadWidth < 1600)
    // At its border the part stops.
    let corner = fit(4000, 3000, view: PictureView(centerX: 1000, centerY: 1000, zoom: 400))
    let last = corner.crop(width: 4000, height: 3000)
    #expect(last.x + last.width == 4000 && last.y + last.height == 3000)
  }
}
