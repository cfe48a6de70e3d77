import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { fileURLToPath } from 'node:url'

const maps = new Map<string, SourceMap | undefined>()
const stackFrame = /(file:\/\/[^\s()]+\.js):(\d+):(\d+)/g

/**
 * A stack that names lines of our sources instead of the bundle's. The map is read when the first error is told: Node's
 * own `--enable-source-maps` reads those of all packages at the start, and a service holds 25 MB more for it.
 */
export function withSourceLines(stack: string): string {
  return stack.replace(stackFrame, (bundled: string, file: string, line: string, column: string) => {
    const entry = loadMap(file)?.findEntry(Number(line) - 1, Number(column) - 1)
    if (!entry || !('originalSource' in entry)) return bundled
    const source = fileURLToPath(new URL(entry.originalSource, file))
    return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
  })
}

function loadMap(file: string): SourceMap | undefined {
  if (!maps.has(file)) maps.set(file, readMap(`${file}.map`))
  return maps.get(file)
}

function readMap(file: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(new URL(file), 'utf8')))
  } catch {
    return undefined
  }
}
