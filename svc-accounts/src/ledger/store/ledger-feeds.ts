import type { Db } from 'mongodb'
import { isPlayRow, type PlayRow, type TransferRow } from './collections'
import { creditEventOf, readCreditFeed } from './credit-feed'
import { createFeedTail } from './feed-tail'
import { playEventOf, readPlayFeed } from './play-feed'

/**
 * The feeds of the ledger, by number. Whoever follows them asks for what has just been committed: that is told from
 * memory, anything else from the database.
 */
export function createLedgerFeeds(db: Db) {
  const credit = createFeedTail<TransferRow>(({ creditSeq }) => creditSeq)
  const play = createFeedTail<PlayRow>(({ playSeq }) => playSeq)

  return {
    /** What a commit of this process has added. */
    committed(rows: readonly (TransferRow | PlayRow)[]) {
      credit.add(rows.filter((row): row is TransferRow => !isPlayRow(row)))
      play.add(rows.filter(isPlayRow))
    },

    async credit(after: number, limit: number) {
      const known = credit.after(after, limit)
      return known ? { head: known.head, events: known.rows.map(creditEventOf) } : readCreditFeed(db, after, limit)
    },

    async play(after: number, limit: number) {
      const known = play.after(after, limit)
      return known ? { head: known.head, events: known.rows.map(playEventOf) } : readPlayFeed(db, after, limit)
    },
  }
}
export type LedgerFeeds = ReturnType<typeof createLedgerFeeds>
