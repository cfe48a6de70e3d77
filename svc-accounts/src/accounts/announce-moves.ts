import type { Logger } from '@cascade/service-kit'
import { type Background, sleep } from '@cascade/service-kit'
import { v7 as uuidv7 } from 'uuid'
import type { AccountsDeps } from '../deps'
import { accountEvent } from './account-events'
import { AccountMoved } from './account-moved'

const batchSize = 250
const sweepMs = 1_000

/**
 * Tells of one batch of accounts that moved along with one above them: state and mark change in one transaction, so
 * that a crash loses no event. @returns how many were told.
 */
export async function announceMoves(deps: AccountsDeps): Promise<number> {
  const moved = await deps.accounts.rows.find({ unannounced: true }).limit(batchSize).toArray()
  if (moved.length === 0) return 0
  const requestId = uuidv7()
  await deps.transaction(async session => {
    const marks = moved.map(({ _id, version }) => ({
      updateOne: { filter: { _id, version }, update: { $unset: { unannounced: '' as const } } },
    }))
    const { matchedCount } = await deps.accounts.rows.bulkWrite(marks, { session })
    if (matchedCount < moved.length) throw new AccountMoved()
    await deps.writeEvents(
      moved.map(account => accountEvent('updated', account, { requestId })),
      session,
    )
  })
  return moved.length
}

/** Looks every second for accounts whose move is still to be told. */
export function startMoveAnnouncer(deps: AccountsDeps, logger: Logger): Background {
  const stopping = new AbortController()
  const { signal } = stopping
  const finished = run()

  async function run() {
    while (!signal.aborted) {
      const told = await announceMoves(deps).catch((error: unknown) => {
        // Changed while it was told: its next state is found again.
        if (!(error instanceof AccountMoved)) logger.warn({ err: error }, 'moves are not told yet')
        return 0
      })
      if (told < batchSize) await sleep(sweepMs, signal)
    }
  }
  return {
    async stop() {
      stopping.abort()
      await finished
    },
  }
}
