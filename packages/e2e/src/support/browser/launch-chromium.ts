import { chromiumFlags, findChromium } from '@cascade/dev'
import { type Browser, chromium } from 'playwright'

const ownFlags = [
  // One process per site: starting a process per test took longer than loading the suite.
  '--process-per-site',
  // A local network name, to test plain HTTP.
  '--host-resolver-rules=MAP lan.example 127.0.0.1',
]

/** Starts the browser. The caller closes it, or it ends with this process. */
export async function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: await findChromium(), args: [...chromiumFlags, ...ownFlags] })
}
