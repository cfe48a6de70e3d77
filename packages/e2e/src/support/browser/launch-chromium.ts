import { chromiumFlags, findChromium } from '@cascade/dev'
import { type Browser, chromium } from 'playwright'

/** Starts the browser. The caller closes it, or it ends with this process. */
export async function launchChromium(...flags: string[]): Promise<Browser> {
  const executablePath = await findChromium()
  // One process per site: starting a process per test took longer than loading the suite.
  return chromium.launch({ executablePath, args: [...chromiumFlags, '--process-per-site', ...flags] })
}
