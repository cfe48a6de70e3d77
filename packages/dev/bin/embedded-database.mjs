// Runs before packages are installed: import only Node's own modules.
import { spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { say } from './starting-page.mjs'
import { cacheFolder, findTool, isExecutable } from './tools.mjs'

export const secantusVersion = '0.5.3-beta.196'
const root = cacheFolder('secantus')
export const secantusBinary = cacheFolder('secantus', 'bin', 'secantusd-rs')
/** Removed only after success, so that the next start resumes an interrupted build. */
const buildFolder = cacheFolder('secantus-build')

export const mongodDownloads = 'https://fastdl.mongodb.org/'
const reportMs = 15_000
const timeoutMs = 30 * 60_000

/** Compiles the same code in less time: DECISIONS, 35. */
const buildSettings = {
  CMAKE_TOOLCHAIN_FILE: fileURLToPath(new URL('wiredtiger.cmake', import.meta.url)),
  CARGO_PROFILE_RELEASE_LTO: 'off',
  CARGO_PROFILE_RELEASE_CODEGEN_UNITS: '16',
}

/** Checks within 4 s that the official mongod can be downloaded. */
export const canDownloadMongod = () =>
  fetch(mongodDownloads, { method: 'HEAD', signal: AbortSignal.timeout(4_000) }).then(
    () => true,
    () => false,
  )

/** Starts the build if this machine has no other database server, so that it runs while npm installs packages. */
export async function buildEarly() {
  if (process.env.MONGODB_URI || (await findTool('mongod')) || (await isExecutable(secantusBinary))) return
  if (!(await missingTool()) && !(await canDownloadMongod())) void buildSecantus(say)
}

let build

/**
 * Builds the embedded database server once, with a progress line every 15 s.
 * @returns the reason of a failure in one sentence, or undefined
 */
export function buildSecantus(log) {
  build ??= start(log)
  return build
}

async function missingTool() {
  if (!(await findTool('cargo'))) return 'no Rust toolchain (cargo) to build the embedded server'
  if (!(await findTool('cmake'))) return 'no cmake to build the embedded server'
  if (!(await findTool('cc'))) return 'no C compiler (cc) to build the embedded server'
  return undefined
}

async function start(log) {
  const missing = await missingTool()
  if (missing) return missing
  const label = 'Building the embedded database server (once)'
  const startedAt = Date.now()
  const seconds = () => Math.round((Date.now() - startedAt) / 1000)
  log(`${label} …`)
  let output = ''
  const version = ['--version', secantusVersion, '--locked', '--ignore-rust-version']
  const child = spawn(await findTool('cargo'), ['install', 'secantus-mdb', ...version, '--root', root], {
    env: {
      ...process.env,
      ...buildSettings,
      CARGO_TARGET_DIR: buildFolder,
      CARGO_TERM_PROGRESS_WHEN: 'always',
      CARGO_TERM_PROGRESS_WIDTH: '80',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: timeoutMs,
    detached: true,
  })
  child.stderr.on('data', chunk => {
    output = `${output}${chunk}`.slice(-4_000)
  })
  const ticker = setInterval(() => log(`${label} … ${seconds()} s${partsOf(output)}`), reportMs)
  const kill = () => process.kill(-child.pid)
  process.once('exit', kill)
  const code = await new Promise(resolve => child.once('error', resolve).once('exit', resolve))
  process.off('exit', kill)
  clearInterval(ticker)
  if (code !== 0) return `${label} failed: ${lastErrorOf(output)}`
  log(`${label}: done in ${seconds()} s`)
  await rm(buildFolder, { recursive: true, force: true })
  return undefined
}

/** `, 120 of 241 parts` from cargo's progress bar. */
export function partsOf(output) {
  const [done, total] = [...output.matchAll(/(\d+)\/(\d+): /g)].at(-1)?.slice(1) ?? []
  return total ? `, ${done} of ${total} parts` : ''
}

const lastErrorOf = output => {
  const lines = output.split(/[\r\n]+/).filter(line => line.trim())
  return (lines.find(line => /^error|error:/i.test(line)) ?? lines.at(-1) ?? 'no output').trim().slice(0, 200)
}
