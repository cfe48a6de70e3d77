import { z } from 'zod'

export type Count = { passed: number; failed: number }

const Report = z.object({ numPassedTests: z.number(), numFailedTests: z.number(), success: z.boolean() })

/**
 * What vitest's JSON report counts. A run that failed without a failed test (a file that does not load, a setup that
 * throws, a report that is missing) counts as one failure, so that it cannot look like success.
 */
export function countTests(report: string | undefined, exitCode: number | null): Count {
  const parsed = Report.safeParse(readJson(report))
  if (!parsed.success) return { passed: 0, failed: 1 }
  const { numPassedTests: passed, numFailedTests: failed, success } = parsed.data
  const silentFailure = failed === 0 && (!success || exitCode !== 0 || passed === 0)
  return { passed, failed: silentFailure ? 1 : failed }
}

/** A check without tests of its own counts as one. */
export function countCheck(exitCode: number | null): Count {
  return exitCode === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

export function addCounts(counts: readonly Count[]): Count {
  return counts.reduce((sum, next) => ({ passed: sum.passed + next.passed, failed: sum.failed + next.failed }), {
    passed: 0,
    failed: 0,
  })
}

/** The line that ends a test run. */
export function lastLine({ passed, failed }: Count): string {
  return `${passed} passed, ${failed} failed`
}

function readJson(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
