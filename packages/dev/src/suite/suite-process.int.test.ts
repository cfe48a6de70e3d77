import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { freePort } from '../servers/ports'
import { type SuiteProcess, startProcess } from './suite-process'

const healthy = `
import { createServer } from 'node:http'
createServer((request, response) => {
  if (request.url === '/crash') process.exit(1)
  response.statusCode = request.url === '/readyz' ? 200 : 404
  response.end()
}).listen(process.env.PORT, '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
`
const broken = `console.error('The environment is not complete'); process.exit(1)`

let folder: string
let port: number
let started: SuiteProcess | undefined
let lines: string[]

beforeEach(async () => {
  lines = []
  folder = await mkdtemp(join(tmpdir(), 'cascade-process-'))
})
afterEach(async () => {
  await started?.stop(1_000)
  await rm(folder, { recursive: true, force: true })
})

async function start(program: string) {
  await writeFile(join(folder, 'main.mjs'), program)
  port = await freePort()
  started = startProcess({
    processName: 'svc-sample',
    main: 'main.mjs',
    folder,
    port,
    env: { ...process.env, PORT: String(port) },
    log: line => lines.push(line),
  })
  return started
}

describe('startProcess', () => {
  it('restarts a process that was killed from outside', async () => {
    const sample = await start(healthy)
    await sample.waitReady()
    const first = sample.pid
    process.kill(first ?? 0, 'SIGKILL')

    await expect.poll(() => lines.join('\n')).toContain('ended (by SIGKILL), starting it again in 0.25 s')
    await sample.waitReady()
    expect(sample.pid).toBeDefined()
    expect(sample.pid).not.toBe(first)
  })

  it('restarts a ready process that exits with code 1, after the shortest pause', async () => {
    const sample = await start(healthy)
    await sample.waitReady()
    const first = sample.pid
    await fetch(`http://127.0.0.1:${port}/crash`).catch(() => undefined)

    await expect.poll(() => lines.join('\n')).toContain('ended (exit code 1), starting it again in 0.25 s')
    await sample.waitReady()
    expect(sample.pid).not.toBe(first)
  })

  it('does not restart a process that was killed by its owner', async () => {
    const sample = await start(healthy)
    await sample.waitReady()
    await sample.kill()
    await new Promise(resolve => setTimeout(resolve, 600))
    expect(sample.pid).toBeUndefined()

    await sample.restart()
    expect(sample.pid).toBeDefined()
  })

  it('names a process that keeps crashing at startup, with its last output', async () => {
    const sample = await start(broken)
    await expect(sample.waitReady()).rejects.toThrow(
      /svc-sample keeps crashing at its start.*\nThe environment is not complete/s,
    )
  })
})
