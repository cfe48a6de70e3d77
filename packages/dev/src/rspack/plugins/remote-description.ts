import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { issueText, needsOf } from '@cascade/contracts'
import { describeRemote, RemoteSource } from '@cascade/contracts/gateway'
import type { Compiler } from '@rspack/core'

const entryName = /^static\/remoteEntry\b[\w.-]*\.js$/

/**
 * Emits `remote.json` with the build's version, its entry file (saves the shell a manifest request), role lists and the
 * hash of each file.
 */
export class RemoteDescriptionPlugin {
  constructor(private readonly version: string) {}

  apply(compiler: Compiler) {
    const sourceFile = join(compiler.context, 'remote.json')
    compiler.hooks.thisCompilation.tap('RemoteDescriptionPlugin', compilation => {
      compilation.fileDependencies.add(sourceFile)
      // Asset names are final at this stage.
      const stage = compiler.rspack.Compilation.PROCESS_ASSETS_STAGE_REPORT
      compilation.hooks.processAssets.tap({ name: 'RemoteDescriptionPlugin', stage }, assets => {
        const entry = Object.keys(assets).find(name => entryName.test(name))
        const files = Object.fromEntries(Object.entries(assets).map(([name, asset]) => [name, hashOf(asset.buffer())]))
        const source = readRemoteSource(sourceFile)
        const description = describeRemote(source, { version: this.version, entry, files, needs: needsOf(source) })
        const content = `${JSON.stringify(description)}\n`
        compilation.emitAsset('remote.json', new compiler.rspack.sources.RawSource(content))
      })
    })
  }
}

/** @throws Error with one sentence that names the first wrong field, or a call that the contracts do not have */
export function readRemoteSource(file: string): RemoteSource {
  const { data, error } = RemoteSource.safeParse(JSON.parse(readFileSync(file, 'utf8')), { error: issueText })
  try {
    if (data) needsOf(data)
  } catch (cause) {
    throw withoutStack((cause as Error).message)
  }
  if (data) return data
  const [issue] = error.issues
  throw withoutStack(`remote.json is wrong at ${issue?.path.join('.') || 'its top'}: ${issue?.message}.`)
}

/** The bundler prints the stack, which says nothing about the file. */
const withoutStack = (message: string) => Object.assign(new Error(message), { stack: message })

const hashOf = (content: Buffer) => `sha256-${createHash('sha256').update(content).digest('base64')}`
