import type { TransferResult } from '../types'

type Outcomes = { ok: TransferResult[]; reasons: string[] }

/** Waits for all results and separates them from rejections; any other error fails the test. */
export async function collectOutcomes(work: readonly Promise<TransferResult>[]): Promise<Outcomes> {
  const outcomes: Outcomes = { ok: [], reasons: [] }
  for (const outcome of await Promise.allSettled(work)) {
    if (outcome.status === 'fulfilled') outcomes.ok.push(outcome.value)
    else outcomes.reasons.push(reasonOf(outcome.reason))
  }
  return outcomes
}

export function reasonOf(error: unknown): string {
  if (error instanceof Error && 'reason' in error) return String(error.reason)
  throw error
}
