import { type DomainName, defineFeedCall } from '@cascade/contracts'
import { cursorIdOf, inTransaction, type ServiceContext, sleep } from '@cascade/service-kit'
import { consumerOf, type Generations, prefixOf } from '../projections/runtime/generations'
import type { Checker, Difference } from './checker'
import { createFigureChecker } from './figure-checker'
import { createTransactionChecker } from './transaction-checker'

type Connections = Pick<ServiceContext, 'db' | 'client' | 'call' | 'zone'>
type Cursor = { _id: string; lastSeq: number }

/** Small batches with pauses, so that reports and money come first. */
const batchSizeFor = (producer: DomainName) => (producer === 'live' ? 20 : 100)
const pauseMsMin = 20
/**
 * Pause as a multiple of the time spent, which backs off under load. A checker that needs a snapshot must catch up
 * before it opens one, so its pauses are shorter.
 */
const pauseFactorFor = ({ needsSnapshot }: Checker) => (needsSnapshot ? 4 : 9)

export type Progress = (running: { read: number; of: number }) => Promise<unknown>

/**
 * Compares the active projections with all their events.
 * @returns differences and the time until which all was compared; undefined if the generation was switched meanwhile
 */
export async function verifyProjections(
  parts: Connections,
  generations: Generations,
  { progress, signal }: { progress: Progress; signal: AbortSignal },
): Promise<{ found: Difference[]; upTo: Date } | undefined> {
  const { db, zone } = parts
  const { active } = await generations.state()
  const prefix = prefixOf(active)
  const checkers = [createTransactionChecker(db, prefix), createFigureChecker(db, prefix, zone)]
  const found: Difference[] = []
  const upTo: Date[] = []
  for (const checker of checkers) {
    const part = await runChecker(parts, checker, consumerOf(active), { progress, signal })
    found.push(...part.found)
    upTo.push(part.upTo)
  }
  const now = await generations.state()
  if (now.active !== active || signal.aborted) return undefined
  return { found, upTo: new Date(Math.min(...upTo.map(at => at.getTime()))) }
}

async function runChecker(
  { db, client, call }: Connections,
  checker: Checker,
  consumer: string,
  { progress, signal }: { progress: Progress; signal: AbortSignal },
): Promise<{ found: Difference[]; upTo: Date }> {
  const { producer, feed } = checker
  const limit = batchSizeFor(producer)
  const pauseFactor = pauseFactorFor(checker)
  const found: Difference[] = []
  let after = 0

  async function readUntil(end: number) {
    while (after < end && !signal.aborted) {
      const startedAt = performance.now()
      const { events } = await call(defineFeedCall(producer, feed), { body: { after, limit } })
      const inRange = events.filter(({ seq }) => seq <= end)
      if (inRange.length === 0) throw new Error(`${producer} returned no events after ${after}.`)
      found.push(...(await checker.take(inRange)))
      after = inRange.at(-1)?.seq ?? end
      await progress({ read: after, of: end })
      await sleep(Math.max(pauseMsMin, pauseFactor * (performance.now() - startedAt)), signal)
    }
  }

  const cursors = db.collection<Cursor>('cursors')
  const id = cursorIdOf({ ...checker, name: consumer })
  const begunAt = new Date()
  await readUntil(Number((await cursors.findOne({ _id: id }))?.lastSeq ?? 0))
  if (!checker.needsSnapshot) return { found: [...found, ...(await checker.finish())], upTo: begunAt }
  return inTransaction(client, async tx => {
    const upTo = new Date()
    // The snapshot includes batches applied since the last read: read their events first.
    await readUntil(Number((await cursors.findOne({ _id: id }, { session: tx }))?.lastSeq ?? 0))
    return { found: [...found, ...(await checker.finish(tx))], upTo }
  })
}
