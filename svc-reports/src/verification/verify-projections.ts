import type { ServiceContext } from '@cascade/service-kit'
import { consumerOf, type Generations, prefixOf } from '../projections/runtime/generations'
import { createCheckpoints } from './checkpoints'
import type { Verification, VerificationResult } from './read-events'
import { verifyCash } from './verify-cash'
import { verifyFigures } from './verify-figures'
import { verifyTransactions } from './verify-transactions'

/**
 * Compares the active projections with the events since their checkpoints, and with a sample of older ones.
 * @param isFull forgets the checkpoints and compares everything
 * @returns findings and the time until which all was compared; undefined if the generation was switched meanwhile
 */
export async function verifyProjections(
  parts: Pick<ServiceContext, 'db' | 'client' | 'call' | 'zone'>,
  generations: Generations,
  { isFull, ...options }: Pick<Verification, 'progress' | 'signal' | 'hasPauses'> & { isFull: boolean },
): Promise<VerificationResult | undefined> {
  const { active } = await generations.state()
  const prefix = prefixOf(active)
  const checkpoints = createCheckpoints(parts.db, prefix)
  if (isFull) await checkpoints.reset()
  const run = { ...parts, prefix, consumer: consumerOf(active), checkpoints, ...options }
  try {
    const results = [await verifyTransactions(run), await verifyFigures(run), await verifyCash(run)]
    const now = await generations.state()
    if (now.active !== active) return undefined
    const upTo = new Date(Math.min(...results.map(result => result.upTo.getTime())))
    return { findings: results.flatMap(({ findings }) => findings), upTo }
  } catch (error) {
    if (options.signal.aborted) return undefined
    throw error
  }
}
