import { type DomainName, feedCallOf } from '@cascade/contracts'
import { cursorIdOf, inTransaction, type ServiceParts, sleep } from '@cascade/service-kit'
import { consumerOf, type Generations, prefixOf } from '../projections/runtime/generations'
import type { Checker, Difference } from './checker'
import { createFigureChecker } from './figure-checker'
import { createTransactionChecker } from './transaction-checker'

type Connections = Pick<ServiceParts, 'db' | 'client' | 'call' | 'zone'>
type Cursor = { _id: string; lastSeq: number }

/** Events read at once, and the breath after them, in which reports and money come first. */
const batchSizeFor = (producer: DomainName) => (producer === 'live' ? 20 : 100)
const pauseMsMin = 20
/**
 * Of the time that is spent comparing: under load, that takes longer and leaves longer breaths. What needs a snapshot
 * has to come near the newest event before one is opened, so it may not fall behind.
 */
const pauseFactorFor = ({ needsSnapshot }: Checker) => (needsSnapshot ? 4 : 9)

export type Progress = (running: { read: number; of: number }) => Promise<unknown>

/**
 * Compares the views that are read with all events that they were made of.
 * @returns what differs, and the moment up to which all was compared; undefined when the views were switched meanwhile.
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
      const { events } = await call(feedCallOf(producer, feed), { body: { after, limit } })
      const inRange = events.filter(({ seq }) => seq <= end)
      if (inRange.length === 0) throw new Error(`${producer} does not tell its events after ${after}.`)
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
    // What was applied in the meantime is part of the snapshot: it is read before the rest is compared.
    await readUntil(Number((await cursors.findOne({ _id: id }, { session: tx }))?.lastSeq ?? 0))
    return { found: [...found, ...(await checker.finish(tx))], upTo }
  })
}
