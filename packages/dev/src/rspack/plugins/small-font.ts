import type { Compiler } from '@rspack/core'
import subsetFont from 'subset-font'

/** The Latin subset of the font, loaded by every visit. */
const fontName = /inter-latin-wght-normal\b[\w.-]*\.woff2$/

/** Latin-1 and the other characters used by screens; missing ones use the system font. */
const characters = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}ıŒœ–—‘’“”•…‹›€™↑↓−`

const weights = { min: 400, max: 700 }

/** Drops unused glyphs from the font, one of the largest files of a first visit. */
export class SmallFontPlugin {
  apply(compiler: Compiler) {
    compiler.hooks.thisCompilation.tap('SmallFontPlugin', compilation => {
      // Before content hashes are computed.
      const stage = compiler.rspack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE
      compilation.hooks.processAssets.tapPromise({ name: 'SmallFontPlugin', stage }, async assets => {
        const name = Object.keys(assets).find(each => fontName.test(each))
        if (name === undefined) return
        const font = await subsetFont(compilation.getAsset(name)?.source.buffer() ?? Buffer.alloc(0), characters, {
          targetFormat: 'woff2',
          variationAxes: { wght: weights },
        })
        compilation.updateAsset(name, new compiler.rspack.sources.RawSource(font, false))
      })
    })
  }
}

function range(from: number, to: number): string {
  return String.fromCharCode(...Array.from({ length: to - from + 1 }, (_, at) => from + at))
}
