import { describe, expect, it } from 'vitest'
import { addCounts, countCheck, countTests, describeFaults, lastLine } from './report'

const report = (numPassedTests: number, numFailedTests: number, success: boolean) =>
  JSON.stringify({ numPassedTests, numFailedTests, success })

describe('countTests', () => {
  it('returns the counts of a successful run', () => {
    expect(countTests(report(12, 0, true), 0)).toEqual({ passed: 12, failed: 0, skipped: 0 })
  })

  it('returns the counts of a run with failures', () => {
    expect(countTests(report(12, 3, false), 1)).toEqual({ passed: 12, failed: 3, skipped: 0 })
  })

  it('returns the count of skipped tests', () => {
    const text = JSON.stringify({ numPassedTests: 3, numFailedTests: 0, numPendingTests: 2, success: true })
    expect(countTests(text, 0)).toEqual({ passed: 3, failed: 0, skipped: 2 })
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
    expect(countTests(text, 0)).toEqual({ passed: 0, failed: 1, skipped: 0 })
  })
})

describe('describeFaults', () => {
  const test = (status: string, failureMessages: string[]) => ({ fullName: `is ${status}`, status, failureMessages })
  const file = (message: string, ...assertionResults: object[]) => ({
    name: '/a/b/some.test.ts',
    status: 'failed',
    message,
    assertionResults,
  })
  const reportOf = (...testResults: object[]) =>
    JSON.stringify({ numPassedTests: 0, numFailedTests: 0, success: false, testResults })

  it('names each failed test with the first line of its error', () => {
    const text = reportOf(file('', test('passed', []), test('failed', ['Error: late\n  at x'])))
    expect(describeFaults(text)).toEqual(['failed: some.test.ts: is failed: Error: late'])
  })

  it('names the awaited element, the source location and the screenshot', () => {
    const message = [
      'locator.waitFor: Timeout 45000ms exceeded.',
      'Call log:',
      "  - waiting for getByRole('heading') to be visible",
      '    at openPlace (/x/node_modules/a/b.js:1:2)',
      '    at openPlace (/x/packages/e2e/src/browser/accounts/lifecycle.e2e.test.ts:53:39)',
      'Picture: /tmp/a.png',
    ]
    expect(describeFaults(reportOf(file('', test('failed', [message.join('\n')]))))).toEqual([
      `failed: some.test.ts: is failed: ${message[0]} ${message[2]?.trim()} (packages/e2e/src/browser/accounts/lifecycle.e2e.test.ts:53) ${message[5]}`,
    ])
  })

  it('names a file that did not load', () => {
    expect(describeFaults(reportOf(file('Cannot find x\n  at y')))).toEqual(['failed: some.test.ts: Cannot find x'])
  })

  it('returns nothing without a report', () => {
    expect(describeFaults(undefined)).toEqual([])
  })
})

describe('lastLine', () => {
  it('sums checks and tests', () => {
    const sum = addCounts([countCheck(0), countCheck(2), countTests(report(5, 0, true), 0)])
    expect(lastLine(sum)).toBe('6 passed, 1 failed')
  })
})
