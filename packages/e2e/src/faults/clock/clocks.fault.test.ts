import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createClocks } from './clocks'

const port = 4_000
/** Prints repeatedly by how many seconds `Date.now()` and `new Date()` are off. */
const program = `
  const off = at => Math.round((at - performance.timeOrigin - performance.now()) / 1000)
  setInterval(() => {
    const now = new Date()
    const isDate = now instanceof Date && new Date(0).getTime() === 0 && typeof Date() === 'string'
    console.log(JSON.stringify([off(Date.now()), off(now), isDate]))
  }, 20)`
let folder: string
let child: ChildProcess
let lines: string[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cascade-clock-'))
  lines = []
})
afterEach(async () => {
  child.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

describe('the test clock', () => {
  it('steps the clock of one process and resets it', async () => {
    const clocks = createClocks(folder)
    clocks.onProcess('process', port)
    child = spawn(process.execPath, ['-e', program], { env: { ...process.env, ...clocks.env, PORT: String(port) } })
    child.stdout?.on('data', text => lines.push(...String(text).trim().split('\n')))
    const expectLastLine = () => expect.poll(() => lines.at(-1), { timeout: 20_000 })
    await expectLastLine().toMatch(/^\[0,0,/)
    for (const seconds of [-5, 5, 0]) {
      expect(await clocks.step('process', seconds * 1_000)).toBe(true)
      await expectLastLine().toMatch(new RegExp(`^\\[${seconds},${seconds},true\\]$`))
    }
  })
})
