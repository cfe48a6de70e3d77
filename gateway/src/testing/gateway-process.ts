import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))

const answersPlainly = (port: string | undefined) =>
  fetch(`http://127.0.0.1:${port}/livez`).then(
    ({ ok }) => ok,
    () => false,
  )

/** Starts the gateway as a separate process from `main.ts`; killed at the end of the test. */
export async function startGatewayProcess(env: Record<string, string>, answers = () => answersPlainly(env.PORT)) {
  const child = spawn(process.execPath, ['--import', 'tsx', main], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8')
    })
  }
  const exited = once(child, 'exit') as Promise<[number | null, string | null]>

  async function isUp() {
    if (child.exitCode !== null) throw new Error(`The gateway ended:\n${output}`)
    return answers()
  }
  while (!(await isUp())) await new Promise(resolve => setTimeout(resolve, 50))

  return {
    output: () => output,
    /** `code` is 1 if it had to be stopped after its limit. */
    async terminate() {
      child.kill('SIGTERM')
      const [code] = await exited
      return { code }
    },
  }
}
