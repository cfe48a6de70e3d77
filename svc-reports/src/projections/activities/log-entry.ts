import { allEndpoints, toSearchKey } from '@cascade/contracts'
import { authApi } from '@cascade/contracts/accounts'
import type { ActivityRecorded, LoggedChange } from '@cascade/contracts/gateway'
import type { LogKind, LogResult } from '@cascade/contracts/reports'
import { type AccountRow, businessDay, type CollectionPlan } from '@cascade/service-kit'
import { audienceOf } from '../time-lists/audience'
import { type Entry, type Fact, factPlans } from '../time-lists/time-lists'
import type { LogObject } from './log-objects'
import { buildSentence } from './sentence'

export const logsName = 'logs'

/** How long an activity is kept, unless the environment names another number of days. */
export const logRetentionDaysDefault = 400

/** By the event's id an activity is kept once, and found again for `until`. */
export const logPlans = (retentionDays: number): readonly CollectionPlan[] => [
  ...factPlans(logsName, { retentionDays, indexes: [{ key: { eventId: 1 }, options: { unique: true } }] }),
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
  operation?: string
  sentence?: string
  object?: string
  objectKey?: string
  objectKind?: 'account' | 'game' | 'draw'
  objectPath?: string[]
  changes?: LoggedChange[]
  note?: string
  amount?: number
  source?: 'browser'
  times?: number
  until?: string
  /** Search keys of what is searched in. */
  text: string
}

/**
 * What players do at their games stands in lists of its own: there is a hundred times as much of it, and it would hide
 * what people do. Each list has one beside it of those activities only that had this result, so that they are found
 * however rare.
 */
export const logListKey = (reader: string, { kind, result }: { kind: LogKind; result: LogResult }) => {
  const list = kind === 'play' ? `play:${reader}` : reader
  return result === 'done' ? list : `${result}:${list}`
}

/** The list of refused sign-ins, which a dashboard counts. */
export const failedLoginListKey = (reader: string) => `login:${reader}`

const playOperations: ReadonlySet<string> = new Set(
  allEndpoints.filter(({ may }) => may === 'bets.place').map(({ id }) => id),
)
const kindOf = (operation: string | undefined): LogKind =>
  operation !== undefined && playOperations.has(operation) ? 'play' : 'acts'

export const resultOf = (status: number): LogResult => (status < 400 ? 'done' : status < 500 ? 'refused' : 'failed')

type Account = Pick<AccountRow, '_id' | 'role' | 'ancestry'>

/**
 * The entry of one activity: for the account itself, everybody above it and the superadmins.
 * @param account whose activity it was; unknown where nobody of that name exists.
 */
export function toLogEntry(
  ordinal: number,
  event: ActivityRecorded,
  { account, object, zone }: { account: Account | undefined; object: LogObject | undefined; zone: string },
): Entry<LogFact> {
  const { username, subject, requestUrl, method, ipAddress, status, operation } = event.data
  const at = new Date(event.at)
  const fact: LogFact = {
    _id: ordinal,
    eventId: event.id,
    username,
    subject,
    requestUrl,
    method,
    ipAddress,
    status,
    ...optionalFields(event, object),
    day: businessDay(at, zone),
    at,
    text: [username, subject, object?.name ?? ''].map(toSearchKey).join('\n'),
  }
  const readers = audienceOf(account ? [{ id: account._id, role: account.role, ancestry: account.ancestry }] : [])
  const kind = kindOf(operation)
  const result = resultOf(status)
  const results = new Set<LogResult>(['done', result])
  const lists = readers.flatMap(reader => [...results].map(each => logListKey(reader, { kind, result: each })))
  const loginLists = result === 'refused' && isLogin(requestUrl) ? readers.map(failedLoginListKey) : []
  return { fact, audience: [...lists, ...loginLists] }
}

export const isLogin = (requestUrl: string) => requestUrl.startsWith(`/api${authApi.login.path}`)

/** Fields that not every activity has: a missing one is not written. */
function optionalFields({ data }: ActivityRecorded, object: LogObject | undefined): Partial<LogFact> {
  const { code, reason, operation, changes, note, amount, source, times, until } = data
  const reasonCode = reason ?? code
  return {
    ...(reasonCode && { code: reasonCode }),
    ...(operation && { operation }),
    sentence: buildSentence(data, object?.name),
    ...(object && {
      object: object.name,
      objectKey: toSearchKey(object.name),
      objectKind: object.kind,
      objectPath: object.path,
    }),
    ...(changes && { changes }),
    ...(note && { note }),
    ...(amount !== undefined && { amount }),
    ...(source === 'browser' && { source }),
    ...(times !== undefined && { times, until }),
  }
}
