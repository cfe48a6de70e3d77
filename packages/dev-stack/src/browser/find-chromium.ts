import { findTool, install, isExecutable } from '../servers/install'
import type { Log } from '../servers/server'

/** Needed where Chromium runs as root, without a display and without the internet. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/**
 * The browser for the browser tests: `CHROME_PATH`, one on the PATH, or Debian's package.
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
