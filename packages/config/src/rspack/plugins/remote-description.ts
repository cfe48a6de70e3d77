import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeRemote, RemoteSource } from '@cascade/contracts/gateway'
import type { Compiler } from '@rspack/core'

/** Emits the room's `remote.json` beside `mf-manifest.json`: with the version of this build, and roles for permissions. */
export class RemoteDescriptionPlugin {
  constructor(private readonly version: string) {}

  apply(compiler: Compiler) {
    const source = join(compiler.context, 'remote.json')
    compiler.hooks.thisCompilation.tap('RemoteDescriptionPlugin', compilation => {
      compilation.fileDependencies.add(source)
      compilation.hooks.processAssets.tap('RemoteDescriptionPlugin', () => {
        const room = RemoteSource.parse(JSON.parse(readFileSync(source, 'utf8')))
        const content = `${JSON.stringify(describeRemote(room, this.version))}\n`
        compilation.emitAsset('remote.json', new compiler.rspack.sources.RawSource(content))
      })
    })
  }
}
