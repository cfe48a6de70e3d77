import { describe, expect, it } from 'vitest'
import { formatLine } from './log-lines'

describe('formatLine', () => {
  it('formats name, level, message and fields of a JSON line', () => {
    const line = JSON.stringify({
      level: 40,
      time: 0,
      pid: 1,
      hostname: 'h',
      name: 'gateway',
      msg: 'slow',
      ms: 12,
      to: { a: 1 },
    })
    expect(formatLine('gateway', line)).toMatch(/^gateway {6}\d\d:\d\d:\d\d warn {2}slow ms=12 to={"a":1}$/)
  })

  it.each([
    [40, 'err=no way out'],
    [50, 'err=Error: no way out\n    at here'],
  ])('formats an error of level %d as %j', (level, text) => {
    const err = { type: 'Error', message: 'no way out', stack: 'Error: no way out\n    at here' }
    expect(formatLine('gateway', JSON.stringify({ level, time: 0, msg: 'failed', err }))).toContain(`failed ${text}`)
  })

  it.each(['plain text', '{"half', '{"level":"x"}'])('passes %s through after the name', line => {
    expect(formatLine('svc-live', line)).toBe(`svc-live     ${line}`)
  })
})
