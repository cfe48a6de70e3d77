import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hasPrograms } from '@cascade/dev'
import { WebSocket } from 'ws'
import { type Driver, endProcess, findLine, requirePrograms } from './driver'

/** The first is Debian's, the second that of others. */
const programs = ['firefox-esr', 'firefox'] as const
const preferences = {
  'browser.download.folderList': 2,
  'browser.download.always_ask_before_handling_new_types': false,
  'browser.download.open_pdf_attachments_inline': false,
  'app.update.auto': false,
  'ui.prefersReducedMotion': 1,
}

/**
 * Starts Firefox without a window. It speaks WebDriver BiDi by itself; the libraries for it want geckodriver, which
 * Debian does not have.
 * @param folder empty, for its profile
 */
export async function launchFirefox(folder: string): Promise<Driver> {
  const program = (await hasPrograms(programs[0])) ? programs[0] : programs[1]
  await requirePrograms('Firefox', [program], programs[0])
  const downloads = join(folder, 'downloads')
  await mkdir(downloads)
  const lines = Object.entries({ ...preferences, 'browser.download.dir': downloads }).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  )
  await writeFile(join(folder, 'user.js'), lines.join('\n'))
  const args = ['--headless', '--no-remote', '--profile', folder, '--remote-debugging-port', '0']
  const env = { ...process.env, HOME: folder }
  const child = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  const { send, close } = await connect(await findLine(child.stderr, /WebDriver BiDi listening on (ws:\S+)/))
  await send('session.new', { capabilities: {} })
  const { contexts } = await send<{ contexts: { context: string }[] }>('browsingContext.getTree', {})
  const context = contexts[0]?.context
  return {
    downloads,
    async goTo(url) {
      await send('browsingContext.navigate', { context, url, wait: 'complete' })
    },
    async evaluate(expression) {
      const script = { expression, target: { context }, awaitPromise: false }
      const { result, exceptionDetails } = await send<Evaluated>('script.evaluate', script)
      if (!result) throw new Error(exceptionDetails?.text)
      return result.value
    },
    async perform(actions) {
      await send('input.performActions', { context, actions })
    },
    async resize(width, height) {
      await send('browsingContext.setViewport', { context, viewport: { width, height } })
    },
    async takePicture() {
      const { data } = await send<{ data: string }>('browsingContext.captureScreenshot', { context })
      return Buffer.from(data, 'base64')
    },
    async close() {
      close()
      await endProcess(child)
    },
  }
}

type Evaluated = { result?: { value: string }; exceptionDetails?: { text: string } }
type Message = { id?: number; type: string; result: unknown; message?: string }

async function connect(address: string) {
  const socket = new WebSocket(`${address}/session`)
  await once(socket, 'open')
  const waiting = new Map<number, (message: Message) => void>()
  socket.on('message', data => {
    const message = JSON.parse(String(data)) as Message
    waiting.get(message.id ?? 0)?.(message)
    waiting.delete(message.id ?? 0)
  })
  let last = 0
  return {
    close: () => socket.terminate(),
    async send<Result>(method: string, params: object): Promise<Result> {
      const id = ++last
      const answer = new Promise<Message>(resolve => waiting.set(id, resolve))
      socket.send(JSON.stringify({ id, method, params }))
      const { type, result, message } = await answer
      if (type !== 'success') throw new Error(`${method}: ${message}`)
      return result as Result
    },
  }
}
