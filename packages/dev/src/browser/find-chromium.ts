import { findTool, isExecutable } from '../../bin/tools.mjs'

/** For Chromium as root, without a display and without internet access. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const programs = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
/** On macOS browsers are not on the PATH. */
const applications = ['Google Chrome', 'Chromium'].map(name => `/Applications/${name}.app/Contents/MacOS/${name}`)

/** Path of the browser for tests: `CHROME_PATH`, or an installed one. @throws Error if there is none */
export async function findChromium(): Promise<string> {
  const configured = process.env.CHROME_PATH
  if (configured) {
    if (await isExecutable(configured)) return configured
    throw new Error(`CHROME_PATH names ${configured}, which cannot be run.`)
  }
  for (const name of programs) {
    const found = await findTool(name)
    if (found) return found
  }
  for (const path of applications) if (await isExecutable(path)) return path
  throw new Error('The browser tests need Chromium or Chrome: install one, or set CHROME_PATH.')
}

export const hasChromium = (): Promise<boolean> =>
  findChromium().then(
    () => true,
    () => false,
  )
