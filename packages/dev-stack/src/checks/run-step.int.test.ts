import { describe, expect, it } from 'vitest'
import { runStep } from './run-step'

const node = (script: string, timeoutMinutes = 1) =>
  runStep({ name: 'sample', command: process.execPath, args: ['-e', script], timeoutMinutes }, process.env)

describe('runStep', () => {
  it('counts a check that ends well', async () => {
    expect(await node('')).toMatchObject({ name: 'sample', passed: 1, failed: 0 })
  })

  it('counts a check that fails', async () => {
    expect(await node('process.exit(2)')).toMatchObject({ passed: 0, failed: 1 })
  })

  it('kills a check that takes too long, with what it had started, and counts it as failed', async () => {
    const script = `require('child_process').spawn('sleep', ['3210'], { stdio: 'ignore' }); setInterval(() => {}, 1000)`
    expect(await node(script, 0.02)).toMatchObject({ passed: 0, failed: 1 })
    const found = await node(
      `process.exit(require('child_process').spawnSync('pgrep', ['-x', '-f', 'sleep 3210']).status)`,
    )
    expect(found.failed).toBe(1)
  })

  it('counts one failure when a tool that counts itself left no report', async () => {
    const step = { name: 'sample', command: 'false', args: [], timeoutMinutes: 1, projects: ['unit'] }
    expect(await runStep(step, process.env)).toMatchObject({ passed: 0, failed: 1 })
  })

  it('counts a tool that cannot be started as a failure', async () => {
    const step = { name: 'sample', command: '/no/such/tool', args: [], timeoutMinutes: 1 }
    expect(await runStep(step, process.env)).toMatchObject({ passed: 0, failed: 1 })
  })
})
