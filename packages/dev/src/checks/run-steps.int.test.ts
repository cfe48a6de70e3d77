import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runSteps, type StepResult } from './run-steps'
import { type Step, steps } from './steps'

const node = (name: string, script: string, more: Partial<Step> = {}): Step => ({
  name,
  command: process.execPath,
  args: ['-e', script],
  timeoutMinutes: 1,
  ...more,
})
async function runOne(step: Step): Promise<StepResult | undefined> {
  const [result] = await runSteps([step], {}, () => undefined)
  return result
}

describe('runSteps with one step', () => {
  it('counts a successful check', async () => {
    expect(await runOne(node('sample', ''))).toMatchObject({ name: 'sample', passed: 1, failed: 0 })
  })

  it('counts a failed check', async () => {
    expect(await runOne(node('sample', 'process.exit(2)'))).toMatchObject({ passed: 0, failed: 1 })
  })

  it('kills a check with its child processes after its timeout and counts it as failed', async () => {
    const script = `require('child_process').spawn('sleep', ['3210'], { stdio: 'ignore' }); setInterval(() => {}, 1000)`
    const killed = await runOne(node('sample', script, { timeoutMinutes: 0.02 }))
    expect(killed).toMatchObject({ passed: 0, failed: 1 })
    const search = `process.exit(require('child_process').spawnSync('pgrep', ['-x', '-f', 'sleep 3210']).status)`
    expect(await runOne(node('sample', search))).toMatchObject({ failed: 1 })
  })

  it('counts one failure when vitest left no report', async () => {
    const step = { name: 'sample', command: 'false', args: [], timeoutMinutes: 1, projects: ['unit'] }
    expect(await runOne(step)).toMatchObject({ passed: 0, failed: 1 })
  })

  it('counts a command that cannot be started as a failure', async () => {
    const step = { name: 'sample', command: '/no/such/tool', args: [], timeoutMinutes: 1 }
    expect(await runOne(step)).toMatchObject({ passed: 0, failed: 1 })
  })
})

describe('runSteps with several steps', () => {
  it('has steps of npm test that depend only on earlier ones', () => {
    for (const [index, { needs = [], after = [] }] of steps.entries()) {
      const before = ['servers', 'chromium', ...steps.slice(0, index).map(({ name }) => name)]
      expect(before).toEqual(expect.arrayContaining([...needs, ...after]))
    }
  })

  const long = 'setTimeout(() => {}, 60000)'

  it('runs steps in parallel, and in sequence if `after` says so', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cascade-steps-'))
    // Each step ends only when the other has started.
    const meet = (own: string, other: string) =>
      `const fs = require('fs'); fs.writeFileSync('${join(folder, own)}', '');
      setInterval(() => fs.existsSync('${join(folder, other)}') && process.exit(), 10)`
    const ended: string[] = []
    const results = await runSteps(
      [node('a', meet('a', 'b')), node('b', meet('b', 'a')), node('last', '', { after: ['a', 'b'] })],
      {},
      ({ name }) => ended.push(name),
    )
    expect(results.map(({ name, failed }) => [name, failed])).toEqual([
      ['a', 0],
      ['b', 0],
      ['last', 0],
    ])
    expect(ended.at(-1)).toBe('last')
    rmSync(folder, { recursive: true })
  })

  it('fails steps whose requirements failed without running them', async () => {
    const failure = Promise.resolve({ failure: 'No server can be had.' })
    const results = await runSteps(
      [
        node('broken', 'process.exit(1)'),
        node('after it', '', { after: ['broken'] }),
        node('needs it', long, { needs: ['broken'] }),
        node('needs a server', long, { needs: ['servers'] }),
      ],
      { servers: failure },
      () => undefined,
    )
    expect(results.map(({ failed, faults }) => [failed, ...faults])).toEqual([
      [1],
      [0],
      [1, 'failed: "broken" failed before'],
      [1, 'failed: No server can be had.'],
    ])
  })

  it('skips steps that need a missing program, and names the reason', async () => {
    const missing = Promise.resolve({ missing: 'There is no browser.' })
    const step = node('needs a browser', long, { needs: ['chromium'] })
    const results = await runSteps([step], { chromium: missing }, () => undefined)
    expect(results).toMatchObject([{ passed: 0, failed: 0, faults: ['skipped: There is no browser.'] }])
  })
})
