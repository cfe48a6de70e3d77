import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Compiler } from '@rspack/core'

const buildCount = 3

/**
 * Keeps the files of the last builds in the served folder, as open pages still request the chunks of theirs. The list
 * is stored outside of that folder.
 */
export class KeepBuildsPlugin {
  apply(compiler: Compiler) {
    compiler.hooks.afterEmit.tap('KeepBuildsPlugin', compilation => {
      const record = join(compiler.context, '.cache', 'builds.json')
      const files = compilation.getAssets().map(asset => asset.name)
      const builds = [files, ...previousBuilds(record).filter(build => !sameFiles(build, files))]
      const current = new Set(builds.slice(0, buildCount).flat())
      for (const file of builds.slice(buildCount).flat()) {
        if (current.has(file)) continue
        for (const suffix of ['', '.br', '.gz']) rmSync(join(compiler.outputPath, file + suffix), { force: true })
      }
      mkdirSync(join(compiler.context, '.cache'), { recursive: true })
      writeFileSync(record, JSON.stringify(builds.slice(0, buildCount)))
    })
  }
}

function previousBuilds(record: string): string[][] {
  return existsSync(record) ? (JSON.parse(readFileSync(record, 'utf8')) as string[][]) : []
}

const sameFiles = (a: readonly string[], b: readonly string[]) => a.join('\n') === b.join('\n')
