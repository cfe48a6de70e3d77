import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { type Mutation, mutations } from './mutations'

const repository = process.cwd()
const timeoutMs = 10 * 60_000
/** From the cheapest to the dearest; a fault is caught where the first test fails. */
const heights = ['unit', 'int', 'web'] as const

/**
 * `npm run mutations [words]`: puts each fault into the code, one after the other, runs the tests that import the file,
 * and takes it out again. Ends with a table; exit code 1 when a fault survives or its place is not found.
 */
function runMutations(words: string | undefined) {
  const chosen = mutations.filter(({ what }) => !words || what.includes(words))
  let survived = 0
  for (const mutation of chosen) {
    const by = caughtBy(mutation)
    if (!by.startsWith('caught')) survived += 1
    say(`${mutation.what.padEnd(45)} ${by}`)
  }
  say(`${chosen.length - survived} of ${chosen.length} faults were caught.`)
  process.exitCode = survived === 0 ? 0 : 1
}

const say = (line: string) => process.stdout.write(`${line}\n`)

function caughtBy({ room, find, put }: Mutation): string {
  const places = sourcesOf(join(repository, room)).filter(file => readFileSync(file, 'utf8').includes(find))
  const [file] = places
  if (places.length !== 1 || !file) return `NOT PUT IN: its place was found ${places.length} times`
  const text = readFileSync(file, 'utf8')
  const restore = () => writeFileSync(file, text)
  process.once('exit', restore)
  try {
    writeFileSync(
      file,
      text.replace(find, () => put),
    )
    for (const height of heights) {
      const failed = firstFailure(file, height)
      if (failed) return `caught (${height}): ${failed}`
    }
    return 'SURVIVED'
  } finally {
    restore()
    process.off('exit', restore)
  }
}

function firstFailure(file: string, height: string): string | undefined {
  const options = '--run --bail 1 --retry 0 --passWithNoTests --project'.split(' ')
  const run = spawnSync('npx', ['vitest', 'related', file, ...options, height], {
    cwd: repository,
    encoding: 'utf8',
    timeout: timeoutMs,
  })
  if (run.status === 0) return undefined
  const said = stripVTControlCharacters(run.stdout + run.stderr)
  return /FAIL\s+(.*)/.exec(said)?.[1]?.trim().slice(0, 100) ?? 'it does not run'
}

function sourcesOf(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(entry => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .map(entry => join(entry.parentPath, entry.name))
    .filter(path => !/node_modules|\/dist\/|\/testing\//.test(path))
}

runMutations(process.argv[2])
