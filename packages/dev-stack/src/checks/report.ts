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
 * What vitest's JSON report counts. A run that failed without a failed test (a file that does not load, a setup that
 * throws, a report that is missing) counts as one failure, so that it cannot look like success.
 */
export function countTests(report: string | undefined, exitCode: number | null): Count {
  const parsed = Report.safeParse(readJson(report))
  if (!parsed.success) return { passed: 0, failed: 1, skipped: 0 }
  const { numPassedTests: passed, numFailedTests: failed, numPendingTests: skipped, success } = parsed.data
  const silentFailure = failed === 0 && (!success || exitCode !== 0 || passed === 0)
  return { passed, failed: silentFailure ? 1 : failed, skipped }
}

/** A line for each test that failed or whose file did not load. */
export function namesOfFaults(report: string | undefined): string[] {
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

/** The error, the element that a browser waited for, the place in our files, and the picture of the page. */
function describeFailure(text = ''): string {
  const waited = text.split('\n').find(line => line.includes('waiting for')) ?? ''
  const place = /\b(?:packages|gateway|shell|svc-[a-z]+|mf-[a-z]+)\/[\w./-]+\.tsx?:\d+/.exec(text)?.[0]
  const picture = text.split('\n').find(line => line.startsWith('Picture: '))
  return [firstLine(text), waited.trim().slice(0, 200), place && `(${place})`, picture].filter(Boolean).join(' ')
}

/** A check without tests of its own counts as one. */
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

/** The line that ends a test run. */
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
