import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright'

/** Needed where Chromium runs as root, without a display and without the internet. */
const flags = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking']
const installed = [process.env.CHROME_PATH, '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
  path => path !== undefined && existsSync(path),
)

export const openChromium = (): Promise<Browser> =>
  chromium.launch({ ...(installed ? { executablePath: installed } : {}), args: flags })
