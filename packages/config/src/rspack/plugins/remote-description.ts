import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Compiler } from '@rspack/core'

/** Emits the room's `remote.json`, with the version of this build, beside `mf-manifest.json`. */
export class RemoteDescriptionPlugin {
  constructor(private readonly version: string) {}

  apply(compiler: Compiler) {
    const source = join(compiler.context, 'remote.json')
    compiler.hooks.thisCompilation.tap('RemoteDescriptionPlugin', compilation => {
      compilation.fileDependencies.add(source)
      compilation.hooks.processAssets.tap('RemoteDescriptionPlugin', () => {
        const description = { version: this.version, ...JSON.parse(readFileSync(source, 'utf8')) }
        const content = `${JSON.stringify(description)}\n`
        compilation.emitAsset('remote.json', new compiler.rspack.sources.RawSource(content))
      })
    })
  }
}
