import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { fileURLToPath } from 'node:url'

const maps = new Map<string, SourceMap | undefined>()
const stackFrame = /(file:\/\/[^\s()]+\.js):(\d+):(\d+)/g

/**
 * Maps bundled positions in a stack to source lines. Maps are loaded at the first error: Node's `--enable-source-maps`
 * loads those of all packages at the start, 25 MB per service.
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
