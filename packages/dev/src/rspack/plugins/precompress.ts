import { existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Compiler } from '@rspack/core'

const compressible = /\.(js|css|html|json|svg|ttf)$/
const hashed = /\.[0-9a-f]{8,}\./
/** Smaller files save less than the `Content-Encoding` header costs. */
const bytesMin = 1024

/** Writes `.br` and `.gz` next to each file, as Brotli 11 is too slow for a request. */
export class PrecompressPlugin {
  apply(compiler: Compiler) {
    compiler.hooks.afterEmit.tapPromise('PrecompressPlugin', async compilation => {
      const names = compilation.getAssets().map(asset => asset.name)
      await Promise.all(names.filter(name => compressible.test(name)).map(name => compress(compiler.outputPath, name)))
    })
  }
}

async function compress(folder: string, name: string) {
  const path = join(folder, name)
  if (hashed.test(name) && existsSync(`${path}.br`)) return
  const content = await readFile(path)
  if (content.length < bytesMin) {
    // Remove leftovers of an earlier, larger file of this name: servers would prefer them.
    await Promise.all([rm(`${path}.br`, { force: true }), rm(`${path}.gz`, { force: true })])
    return
  }
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(content, quality),
    promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
  ])
  await Promise.all([writeFile(`${path}.br`, brotli), writeFile(`${path}.gz`, gzipped)])
}
