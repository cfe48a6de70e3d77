import type { ActivityRecorded } from '@cascade/contracts/gateway'
import { type AccountRow, businessDay } from '@cascade/service-kit'
import { type DayRow, everybody, ownersOf } from '../daybook/daybook'

export const logsName = 'logs'

export type LogEntry = Omit<DayRow, 'shelf'> & {
  eventId: string
  username: string
  subject: string
  requestUrl: string
  method: string
  ipAddress: string
}

/**
 * The rows of one activity: for the account itself, everybody above it and the superadmins.
 * @param account whose activity it was; unknown for a failed sign-in.
 */
export function logRows(
  event: ActivityRecorded,
  account: Pick<AccountRow, '_id' | 'ancestry'> | undefined,
  zone: string,
): LogEntry[] {
  const { accountId, username, subject, requestUrl, method, ipAddress } = event.data
  const at = new Date(event.at)
  const shared = {
    eventId: event.id,
    username,
    subject,
    requestUrl,
    method,
    ipAddress,
    day: businessDay(at, zone),
    at,
    seq: event.seq,
    bucket: 'all',
    text: [username, subject].join('\n').toLowerCase(),
  }
  const parties = accountId ? [{ id: accountId, ancestry: account?.ancestry ?? {} }] : []
  return [...ownersOf(parties)].map(([owner, self]) => ({ _id: logId(owner, event.id), owner, self, ...shared }))
}

const logId = (owner: string, eventId: string) => `${owner}|${eventId}`

/** The row by which one sees that an activity is kept already: everybody has one of each. */
export const firstLogId = (eventId: string) => logId(everybody, eventId)
