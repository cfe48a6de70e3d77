import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeRemote, RemoteSource } from '@cascade/contracts/gateway'
import type { Compiler } from '@rspack/core'

const entryName = /^static\/remoteEntry\b[\w.-]*\.js$/

/**
 * Emits the room's `remote.json`: with the version of this build, the file that starts it, so that a shell need not ask
 * the manifest first, and roles for permissions.
 */
export class RemoteDescriptionPlugin {
  constructor(private readonly version: string) {}

  apply(compiler: Compiler) {
    const source = join(compiler.context, 'remote.json')
    compiler.hooks.thisCompilation.tap('RemoteDescriptionPlugin', compilation => {
      compilation.fileDependencies.add(source)
      // Files have their final names by then.
      const stage = compiler.rspack.Compilation.PROCESS_ASSETS_STAGE_REPORT
      compilation.hooks.processAssets.tap({ name: 'RemoteDescriptionPlugin', stage }, assets => {
        const entry = Object.keys(assets).find(name => entryName.test(name))
        const room = RemoteSource.parse(JSON.parse(readFileSync(source, 'utf8')))
        const content = `${JSON.stringify(describeRemote(room, { version: this.version, entry }))}\n`
        compilation.emitAsset('remote.json', new compiler.rspack.sources.RawSource(content))
      })
    })
  }
}
