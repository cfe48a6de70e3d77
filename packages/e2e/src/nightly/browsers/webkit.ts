import { spawn } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '@cascade/dev'
import { vi } from 'vitest'
import { type Driver, endProcess, findLine, requirePrograms } from './driver'

/**
 * Starts the MiniBrowser of WebKitGTK in a display of its own.
 * @param folder empty, for its profile
 */
export async function launchWebkit(folder: string): Promise<Driver> {
  await requirePrograms('WebKit', ['WebKitWebDriver', 'Xvfb'], 'webkit2gtk-driver xvfb')
  const downloads = join(folder, 'downloads')
  await mkdir(downloads)
  const configuration = join(folder, '.config')
  await mkdir(join(configuration, 'gtk-3.0'), { recursive: true })
  await writeFile(join(configuration, 'user-dirs.dirs'), `XDG_DOWNLOAD_DIR="${downloads}"\n`)
  // Clicks on moving buttons can miss.
  await writeFile(join(configuration, 'gtk-3.0', 'settings.ini'), '[Settings]\ngtk-enable-animations=0\n')
  const screen = ['-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp']
  const display = spawn('Xvfb', screen, { stdio: ['ignore', 'pipe', 'ignore'] })
  const DISPLAY = `:${await findLine(display.stdout, /^(\d+)$/)}`
  const port = await freePort()
  const env = { ...process.env, HOME: folder, XDG_CONFIG_HOME: configuration, DISPLAY, GDK_BACKEND: 'x11' }
  const child = spawn('WebKitWebDriver', [`--port=${port}`], { env, stdio: 'ignore' })

  async function send<Result>(method: string, path: string, body?: object): Promise<Result> {
    const init = { method, ...(body && { body: JSON.stringify(body) }) }
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, init)
    const { value } = (await answer.json()) as { value: Result & { message?: string } }
    if (!answer.ok) throw new Error(`${path}: ${value.message}`)
    return value
  }
  await vi.waitFor(() => send('GET', '/status'), { timeout: 30_000, interval: 100 })
  // Its toolbar, which a full screen does without, is wider than a phone.
  const options = { args: ['--automation', '--full-screen'] }
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } }
  const { sessionId } = await send<{ sessionId: string }>('POST', '/session', { capabilities })
  const session = `/session/${sessionId}`
  return {
    downloads,
    async goTo(url) {
      await send('POST', `${session}/url`, { url })
    },
    evaluate: expression => send('POST', `${session}/execute/sync`, { script: `return ${expression}`, args: [] }),
    async perform(actions) {
      await send('POST', `${session}/actions`, { actions })
    },
    async resize(width, height) {
      await send('POST', `${session}/window/rect`, { width, height })
    },
    takePicture: async () => Buffer.from(await send<string>('GET', `${session}/screenshot`), 'base64'),
    async close() {
      await send('DELETE', session)
      await endProcess(child)
      await endProcess(display)
    },
  }
}
