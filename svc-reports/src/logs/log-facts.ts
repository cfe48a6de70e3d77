import { authApi } from '@cascade/contracts/accounts'
import type { ActivityRecorded } from '@cascade/contracts/gateway'
import type { LogResult } from '@cascade/contracts/reports'
import {
  type AccountRow,
  audiencePlans,
  businessDay,
  type CollectionPlan,
  type Entry,
  type Fact,
} from '@cascade/service-kit'
import { readersOf } from '../lists/readers'

export const logsName = 'logs'

/** By the event's id an activity is kept once, and found again for `until`. */
export const logPlans: readonly CollectionPlan[] = [
  ...audiencePlans(logsName, [{ key: { eventId: 1 }, options: { unique: true } }]),
  { name: 'ordinals' },
]

export type LogFact = Fact & {
  eventId: string
  username: string
  subject: string
  requestUrl: string
  method: string
  ipAddress: string
  status: number
  code?: string
  object?: string
  amount?: number
  source?: 'browser'
  /** What is searched in, lower case. */
  text: string
}

/** Each list has one beside it of those activities only that had this result, so that they are found however rare. */
export const resultListOf = (reader: string, result: LogResult) => (result === 'done' ? reader : `${result}:${reader}`)

/** The list of refused sign-ins, which a dashboard counts. */
export const failedLoginListOf = (reader: string) => `login:${reader}`

export const resultOf = (status: number): LogResult => (status < 400 ? 'done' : status < 500 ? 'refused' : 'failed')

/**
 * The entry of one activity: for the account itself, everybody above it and the superadmins.
 * @param account whose activity it was; unknown where nobody of that name exists.
 */
export function logEntry(
  ordinal: number,
  event: ActivityRecorded,
  account: Pick<AccountRow, '_id' | 'role' | 'ancestry'> | undefined,
  zone: string,
): Entry<LogFact> {
  const { username, subject, requestUrl, method, ipAddress, status } = event.data
  const at = new Date(event.at)
  const fact = {
    _id: ordinal,
    eventId: event.id,
    ...{ username, subject, requestUrl, method, ipAddress, status },
    ...told(event),
    day: businessDay(at, zone),
    at,
    text: [username, subject].join('\n').toLowerCase(),
  }
  const readers = readersOf(account ? [{ id: account._id, role: account.role, ancestry: account.ancestry }] : [])
  const result = resultOf(status)
  const withResult = result === 'done' ? [] : readers.map(reader => resultListOf(reader, result))
  const withLogin = result === 'refused' && isLogin(requestUrl) ? readers.map(failedLoginListOf) : []
  return { fact, readers: [...readers, ...withResult, ...withLogin] }
}

export const isLogin = (requestUrl: string) => requestUrl.startsWith(`/api${authApi.login.path}`)

/** Fields that not every activity has: a missing one is not written. */
function told({ data: { code, reason, object, amount, source } }: ActivityRecorded) {
  const why = reason ?? code
  const name = object?.username ?? object?.accountId
  return {
    ...(why && { code: why }),
    ...(name && { object: name }),
    ...(amount !== undefined && { amount }),
    ...(source === 'browser' && { source }),
  }
}
