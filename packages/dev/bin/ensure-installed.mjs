// Runs before packages are installed: import only Node's own modules.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { say } from './starting-page.mjs'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..')
const lockFile = join(root, 'package-lock.json')
const stamp = join(root, 'node_modules', '.cascade-lock')

/** Checks Node's version and installs the packages of package-lock.json if necessary. */
export async function ensureInstalled() {
  process.chdir(root)
  checkNode()
  const hash = createHash('sha256').update(readFileSync(lockFile)).digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return
  if (!hasEveryPackage()) await npmCi()
  writeFileSync(stamp, hash)
}

export function fail(message) {
  console.error(`\n${message}`)
  process.exit(1)
}

function checkNode() {
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const problem = checkNodeVersion(process.versions.node, engines.node)
  if (problem?.stops) fail(`${problem.sentence} Install it and run again.`)
  if (problem) say(problem.sentence)
}

/**
 * Compares the version of Node with a range such as `^20.19.0 || ^22.13.0`.
 * @returns a message for an unsupported version, and whether it prevents the start
 */
export function checkNodeVersion(version, range) {
  const supported = range.split('||').map(part => toNumbers(part.trim().replace('^', '')))
  const [major, minor] = toNumbers(version)
  const [oldest] = supported
  if (major < oldest[0] || (major === oldest[0] && minor < oldest[1])) {
    return { stops: true, sentence: `Cascade needs Node ${oldest.join('.')} or newer; this is ${version}.` }
  }
  if (supported.some(([first, second]) => major === first && minor >= second)) return undefined
  const majors = supported.map(([first]) => first)
  const names = `${majors.slice(0, -1).join(', ')} and ${majors.at(-1)}`
  return { stops: false, sentence: `Cascade is tested with Node ${names}; this is ${version}, which may work as well.` }
}

const toNumbers = version => version.split('.').map(Number)

/** Compares npm's list of installed packages with the lock file, so that a manual `npm install` counts too. */
function hasEveryPackage() {
  const installedFile = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(installedFile)) return false
  const installed = JSON.parse(readFileSync(installedFile, 'utf8')).packages
  return Object.entries(JSON.parse(readFileSync(lockFile, 'utf8')).packages).every(([path, entry]) => {
    if (!path.startsWith('node_modules/') || entry.optional || entry.peer) return true
    return entry.link ? existsSync(join(root, path)) : installed[path]?.version === entry.version
  })
}

async function npmCi() {
  say('Installing the packages of package-lock.json (npm ci) …')
  rmSync(stamp, { force: true })
  const child = spawn('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
  })
  let stopped = false
  const forward = signal => {
    stopped = true
    child.kill(signal)
    setTimeout(() => child.kill('SIGKILL'), 3_000)
  }
  process.once('SIGTERM', forward)
  const code = await new Promise(resolve => {
    child.once('error', () => fail('npm was not found on the PATH. Install Node with npm and run again.'))
    child.once('exit', resolve)
  })
  process.off('SIGTERM', forward)
  if (stopped) process.exit(1)
  if (code !== 0) fail('npm ci failed, see above. Check the access to the package registry and run again.')
}
