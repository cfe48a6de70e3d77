import { z } from 'zod'

export type Count = { passed: number; failed: number; skipped: number }

const Test = z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()).default([]) })
const File = z.object({ name: z.string(), status: z.string(), message: z.string(), assertionResults: z.array(Test) })
const Report = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number().default(0),
  success: z.boolean(),
  testResults: z.array(File).default([]),
})

/**
 * Counts of vitest's JSON report. A failed run without a failed test (broken file, failed setup, missing report) counts
 * as one failure.
 */
export function countTests(report: string | undefined, exitCode: number | null): Count {
  const parsed = Report.safeParse(readJson(report))
  if (!parsed.success) return { passed: 0, failed: 1, skipped: 0 }
  const { numPassedTests: passed, numFailedTests: failed, numPendingTests: skipped, success } = parsed.data
  const silentFailure = failed === 0 && (!success || exitCode !== 0 || passed === 0)
  return { passed, failed: silentFailure ? 1 : failed, skipped }
}

/** A line for each test that failed or whose file did not load. */
export function describeFaults(report: string | undefined): string[] {
  const { data } = Report.safeParse(readJson(report))
  return (data?.testResults ?? []).flatMap(file => {
    const tests = file.assertionResults.filter(test => test.failureMessages.length > 0)
    const lines = tests.map(
      test => `failed: ${fileName(file.name)}: ${test.fullName}: ${describeFailure(test.failureMessages[0])}`,
    )
    const isBroken = file.status === 'failed' && file.message !== ''
    return isBroken ? [...lines, `failed: ${fileName(file.name)}: ${firstLine(file.message)}`] : lines
  })
}

const fileName = (path: string) => path.slice(path.lastIndexOf('/') + 1)
const firstLine = (text = '') => text.split('\n', 1)[0]?.slice(0, 200) ?? ''

/** First line of the error, awaited element, source location and screenshot. */
function describeFailure(text = ''): string {
  const waitingLine = text.split('\n').find(line => line.includes('waiting for')) ?? ''
  const location = /\b(?:packages|gateway|shell|svc-[a-z]+|mf-[a-z]+)\/[\w./-]+\.tsx?:\d+/.exec(text)?.[0]
  const picture = text.split('\n').find(line => line.startsWith('Picture: '))
  return [firstLine(text), waitingLine.trim().slice(0, 200), location && `(${location})`, picture]
    .filter(Boolean)
    .join(' ')
}

/** A step without a test report counts as one check. */
export function countCheck(exitCode: number | null): Count {
  return exitCode === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 }
}

export function addCounts(counts: readonly Count[]): Count {
  const sum = { passed: 0, failed: 0, skipped: 0 }
  for (const { passed, failed, skipped } of counts) {
    sum.passed += passed
    sum.failed += failed
    sum.skipped += skipped
  }
  return sum
}

export function lastLine({ passed, failed }: Pick<Count, 'passed' | 'failed'>): string {
  return `${passed} passed, ${failed} failed`
}

function readJson(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
