import { runToEnd } from '../processes/child'
import { roomFolder } from '../rooms'
import type { Log } from '../servers/server'
import { findTool, install, isExecutable } from '../servers/tools'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/**
 * The browser for the browser tests: `CHROME_PATH`, one on the PATH, Playwright's own, or Debian's package.
 * Throws a sentence that names what to install when there is none.
 */
export async function findChromium(log: Log = () => undefined): Promise<string> {
  const given = process.env.CHROME_PATH
  if (given) {
    if (await isExecutable(given)) return given
    throw new Error(`CHROME_PATH names ${given}, which cannot be run.`)
  }
  return (
    (await onPath()) ??
    (await playwrightsOwn(log)) ??
    (await debianPackage(log)) ??
    Promise.reject(
      new Error('The browser tests need Chromium: install the package `chromium`, or set CHROME_PATH to a Chrome.'),
    )
  )
}

async function onPath(): Promise<string | undefined> {
  for (const name of names) {
    const found = await findTool(name)
    if (found) return found
  }
  return undefined
}

async function playwrightsOwn(log: Log): Promise<string | undefined> {
  const script = "import('playwright').then(p => console.log(p.chromium.executablePath()))"
  const cwd = roomFolder('packages/e2e')
  const asked = await runToEnd({ command: process.execPath, args: ['-e', script], cwd }, 20_000)
  const file = asked.tail.trim()
  if (asked.code !== 0 || !file) return undefined
  if (await isExecutable(file)) return file
  const reachable = await fetch('https://cdn.playwright.dev', { method: 'HEAD', signal: AbortSignal.timeout(4_000) })
    .then(() => true)
    .catch(() => false)
  if (!reachable) return undefined
  const failure = await install({
    label: "Downloading Playwright's Chromium (once)",
    command: 'npx',
    args: ['playwright', 'install', 'chromium'],
    timeoutMs: 5 * 60_000,
    log,
  })
  // Downloaded is not yet runnable: a bare machine may lack the libraries it links to.
  const runs = failure ? undefined : await runToEnd({ command: file, args: ['--version'] }, 20_000)
  return runs?.code === 0 ? file : undefined
}

async function debianPackage(log: Log): Promise<string | undefined> {
  const apt = await findTool('apt-get')
  if (!apt || process.getuid?.() !== 0) return undefined
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  const steps = [
    { label: 'Reading the package lists', args: ['update', '-q'] },
    { label: 'Installing chromium', args: ['install', '-y', '-q', '--no-install-recommends', 'chromium'] },
  ]
  for (const step of steps) {
    const failure = await install({ ...step, command: apt, env, timeoutMs: 8 * 60_000, log })
    if (failure) log(failure)
  }
  return onPath()
}
