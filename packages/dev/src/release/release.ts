import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildPackages } from '../build/build-packages'
import { repository } from '../build/packages'
import { explain } from '../processes/explain'
import { nextVersion, releaseChanges } from './next-version'
import { storeRelease } from './store-release'

/**
 * `npm run release -- 1.1.0`, or patch, minor, major: sets the version of all packages, moves the unreleased changes
 * under it, stores what the next release is compared with, commits and tags. Run `npm test` first.
 */
async function release(word: string): Promise<void> {
  if (run('git', ['status', '--porcelain']) !== '')
    throw new Error('The working tree has uncommitted changes: commit them first.')
  const { version: present } = JSON.parse(read('package.json')) as { version: string }
  const version = nextVersion(present, word)
  const tag = `v${version}`
  if (run('git', ['tag', '--list', tag]) !== '') throw new Error(`${tag} has been released already.`)
  write('CHANGELOG.md', releaseChanges(read('CHANGELOG.md'), version, new Date().toISOString().slice(0, 10)))
  writeVersions(version)
  try {
    await buildPackages({ log: console.log })
    await storeRelease()
    run('git', ['commit', '--all', '--message', `chore: release ${version}`])
  } catch (error) {
    throw new Error('Nothing is released. Undo the changes with `git restore .`.', { cause: error })
  }
  run('git', ['tag', '--annotate', tag, '--message', `Cascade ${version}`])
  const bill = run('npm', ['run', '--silent', 'sbom', '--workspace', '@cascade/dev'])
  console.log(`${tag} is committed and tagged. Its images: CASCADE_VERSION=${version} docker compose build
Its bill of materials, to be published with it: ${bill}`)
}

const read = (file: string) => readFileSync(join(repository, file), 'utf8')
const write = (file: string, text: string) => writeFileSync(join(repository, file), text)

function writeVersions(version: string): void {
  const lock = JSON.parse(read('package-lock.json')) as {
    version: string
    packages: Record<string, { version: string }>
  }
  lock.version = version
  for (const [folder, entry] of Object.entries(lock.packages)) {
    if (folder.includes('node_modules')) continue
    entry.version = version
    const manifest = join(folder, 'package.json')
    write(manifest, read(manifest).replace(/^( {2}"version": )"[^"]*"/m, `$1"${version}"`))
  }
  write('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`)
}

/** @returns the program's output @throws Error with its output if it failed */
function run(command: string, args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd: repository, encoding: 'utf8' })
  if (error) throw error
  if (status !== 0) throw new Error(`${command} ${args[0]} failed: ${stderr || stdout}`)
  return stdout.trim()
}

try {
  await release(process.argv[2] ?? '')
} catch (error) {
  console.error(explain(error))
  process.exitCode = 1
}
