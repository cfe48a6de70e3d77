import { describe, expect, it } from 'vitest'
import { addCounts, countCheck, countTests, lastLine } from './report'

const report = (numPassedTests: number, numFailedTests: number, success: boolean) =>
  JSON.stringify({ numPassedTests, numFailedTests, success })

describe('countTests', () => {
  it('takes the counts of a good run', () => {
    expect(countTests(report(12, 0, true), 0)).toEqual({ passed: 12, failed: 0 })
  })

  it('takes the counts of a run with failures', () => {
    expect(countTests(report(12, 3, false), 1)).toEqual({ passed: 12, failed: 3 })
  })

  it.each([
    ['a file that did not load', report(12, 0, false), 1],
    ['an exit code other than 0', report(12, 0, true), 1],
    ['a run of no test', report(0, 0, true), 0],
  ])('counts one failure for %s', (_what, text, exitCode) => {
    expect(countTests(text, exitCode).failed).toBe(1)
  })

  it.each([
    ['no report', undefined],
    ['half a report', '{"numPassedTests":'],
  ])('counts one failure for %s', (_what, text) => {
    expect(countTests(text, 0)).toEqual({ passed: 0, failed: 1 })
  })
})

describe('the last line', () => {
  it('adds checks and tests', () => {
    const sum = addCounts([countCheck(0), countCheck(2), countTests(report(5, 0, true), 0)])
    expect(lastLine(sum)).toBe('6 passed, 1 failed')
  })
})
