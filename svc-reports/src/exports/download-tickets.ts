import { createHash, randomBytes } from 'node:crypto'
import type { CollectionSpec } from '@cascade/service-kit'
import type { Db } from 'mongodb'

/** `_id` is the hash of the ticket, so that a reader of the database cannot use it. */
type TicketRow = { _id: string; backupId: string; accountId: string; until: Date }

const name = 'download_tickets'
export const downloadTicketCollections: readonly CollectionSpec[] = [
  { name, indexes: [{ key: { until: 1 }, options: { expireAfterSeconds: 0 } }] },
]

const validMs = 60_000
const ticketBytes = 24

const hashOf = (ticket: string) => createHash('sha256').update(ticket).digest('base64url')

/** Single-use download tickets for one user and backup, valid for a minute. */
export function createDownloadTickets(db: Db, now: () => Date) {
  const rows = db.collection<TicketRow>(name)
  return {
    async issue(backupId: string, accountId: string): Promise<string> {
      const ticket = randomBytes(ticketBytes).toString('base64url')
      await rows.insertOne({ _id: hashOf(ticket), backupId, accountId, until: new Date(now().getTime() + validMs) })
      return ticket
    },

    /** Consumes the ticket. @returns whether it was valid */
    async use(ticket: string, backupId: string, accountId: string): Promise<boolean> {
      const own = { _id: hashOf(ticket), backupId, accountId, until: { $gt: now() } }
      return (await rows.deleteOne(own)).deletedCount === 1
    },
  }
}
