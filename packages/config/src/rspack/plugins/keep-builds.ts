import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Compiler } from '@rspack/core'

const kept = 3

/**
 * Pages that are open while a new build arrives still ask for the chunks of theirs: the files of the last builds
 * stay in the served folder, those of older ones go. The list is kept outside of that folder.
 */
export class KeepBuildsPlugin {
  apply(compiler: Compiler) {
    compiler.hooks.afterEmit.tap('KeepBuildsPlugin', compilation => {
      const record = join(compiler.context, '.cache', 'builds.json')
      const files = compilation.getAssets().map(asset => asset.name)
      const builds = [files, ...previousBuilds(record).filter(build => !sameFiles(build, files))]
      const current = new Set(builds.slice(0, kept).flat())
      for (const file of builds.slice(kept).flat()) {
        if (current.has(file)) continue
        for (const suffix of ['', '.br', '.gz']) rmSync(join(compiler.outputPath, file + suffix), { force: true })
      }
      mkdirSync(join(compiler.context, '.cache'), { recursive: true })
      writeFileSync(record, JSON.stringify(builds.slice(0, kept)))
    })
  }
}

function previousBuilds(record: string): string[][] {
  return existsSync(record) ? (JSON.parse(readFileSync(record, 'utf8')) as string[][]) : []
}

const sameFiles = (a: readonly string[], b: readonly string[]) => a.join('\n') === b.join('\n')
