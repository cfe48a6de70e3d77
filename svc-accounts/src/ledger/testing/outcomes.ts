import type { TransferResult } from '../types'

type Outcomes = { ok: TransferResult[]; reasons: string[] }

/** Waits for all and sorts answers from refusals; anything that is no refusal fails the test. */
export async function settleAll(work: readonly Promise<TransferResult>[]): Promise<Outcomes> {
  const settled: Outcomes = { ok: [], reasons: [] }
  for (const outcome of await Promise.allSettled(work)) {
    if (outcome.status === 'fulfilled') settled.ok.push(outcome.value)
    else settled.reasons.push(reasonOf(outcome.reason))
  }
  return settled
}

export function reasonOf(error: unknown): string {
  if (error instanceof Error && 'reason' in error) return String(error.reason)
  throw error
}
