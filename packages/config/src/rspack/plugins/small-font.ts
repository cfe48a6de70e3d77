import type { Compiler } from '@rspack/core'
import subsetFont from 'subset-font'

/** The part of the face that every visit loads: its signs of western languages. */
const fontName = /inter-latin-wght-normal\b[\w.-]*\.woff2$/

/** Latin-1, and the signs beyond it that screens write; what is missing comes from the system's face. */
const signs = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}ıŒœ–—‘’“”•…‹›€™↑↓−`

/** No sheet asks for thinner or heavier letters. */
const weights = { min: 400, max: 700 }

/** Leaves out of the page's face what nobody sees: it is among the largest files of a first visit. */
export class SmallFontPlugin {
  apply(compiler: Compiler) {
    compiler.hooks.thisCompilation.tap('SmallFontPlugin', compilation => {
      // Before files get the names that stand for their content.
      const stage = compiler.rspack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE
      compilation.hooks.processAssets.tapPromise({ name: 'SmallFontPlugin', stage }, async assets => {
        const name = Object.keys(assets).find(each => fontName.test(each))
        if (name === undefined) return
        const font = await subsetFont(compilation.getAsset(name)?.source.buffer() ?? Buffer.alloc(0), signs, {
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
