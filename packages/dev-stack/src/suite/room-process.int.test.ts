import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { freePort } from '../servers/ports'
import { type RoomProcess, startRoom } from './room-process'

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
let started: RoomProcess | undefined
let lines: string[]

beforeEach(async () => {
  lines = []
  folder = await mkdtemp(join(tmpdir(), 'cascade-room-'))
})
afterEach(async () => {
  await started?.stop(1_000)
  await rm(folder, { recursive: true, force: true })
})

async function start(program: string) {
  await writeFile(join(folder, 'main.mjs'), program)
  port = await freePort()
  started = startRoom({
    room: 'svc-sample',
    main: 'main.mjs',
    folder,
    port,
    env: { ...process.env, PORT: String(port) },
    log: line => lines.push(line),
  })
  return started
}

describe('startRoom', () => {
  it('starts a process again that ends by itself', async () => {
    const room = await start(healthy)
    await room.waitReady()
    const first = room.pid
    process.kill(first ?? 0, 'SIGKILL')

    await expect.poll(() => lines.join('\n')).toContain('ended (by SIGKILL), starting it again in 0.25 s')
    await room.waitReady()
    expect(room.pid).toBeDefined()
    expect(room.pid).not.toBe(first)
  })

  it('starts a process again, after the shortest pause, that was ready and ends with exit code 1', async () => {
    const room = await start(healthy)
    await room.waitReady()
    const first = room.pid
    await fetch(`http://127.0.0.1:${port}/crash`).catch(() => undefined)

    await expect.poll(() => lines.join('\n')).toContain('ended (exit code 1), starting it again in 0.25 s')
    await room.waitReady()
    expect(room.pid).not.toBe(first)
  })

  it('leaves a killed process down until it is restarted', async () => {
    const room = await start(healthy)
    await room.waitReady()
    await room.kill()
    await new Promise(resolve => setTimeout(resolve, 600))
    expect(room.pid).toBeUndefined()

    await room.restart()
    expect(room.pid).toBeDefined()
  })

  it('says which room keeps crashing at its start, and its last words', async () => {
    const room = await start(broken)
    await expect(room.waitReady()).rejects.toThrow(
      /svc-sample keeps crashing at its start.*\nThe environment is not complete/s,
    )
  })
})
