import type { Compiler } from '@rspack/core'
import subsetFont from 'subset-font'

/** The Latin subset of the font, and the one that `fonts.css` of ui-kit uses for accented letters. */
const fontName = /inter-latin-(wght|opsz)-normal\b[\w.-]*\.woff2$/

const wght = { min: 400, max: 700 }

/** The characters of screens; other ones use the system font. */
const latinFont = { characters: `${range(0x20, 0x7e)}\u00a0·×–—‘’“”•…‹›€™↑↓−`, axes: { wght } }
/** Fixed to the optical size of the Latin font. */
const accentsFont = { characters: `${range(0xa1, 0xff)}ıŒœ`, axes: { wght, opsz: 14 } }

const options = {
  targetFormat: 'woff2' as const,
  /** Inter has alternates of most glyphs for features that no screen uses. The types lack this option. */
  keepFeatures: ['calt', 'ccmp', 'kern', 'liga', 'locl', 'mark', 'mkmk', 'tnum'],
}

/** Drops unused glyphs from the fonts of a first visit. */
export class SmallFontPlugin {
  apply(compiler: Compiler) {
    compiler.hooks.thisCompilation.tap('SmallFontPlugin', compilation => {
      // Before content hashes are computed.
      const stage = compiler.rspack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE
      compilation.hooks.processAssets.tapPromise({ name: 'SmallFontPlugin', stage }, async assets => {
        for (const [name, source] of Object.entries(assets)) {
          const found = fontName.exec(name)
          if (!found) continue
          const font = found[1] === 'opsz' ? accentsFont : latinFont
          const subset = await subsetFont(source.buffer(), font.characters, { ...options, variationAxes: font.axes })
          compilation.updateAsset(name, new compiler.rspack.sources.RawSource(subset, false))
        }
      })
    })
  }
}

function range(from: number, to: number): string {
  return String.fromCharCode(...Array.from({ length: to - from + 1 }, (_, at) => from + at))
}
