import { allEndpoints, toSearchKey } from '@cascade/contracts'
import { authApi, secondStepApi } from '@cascade/contracts/accounts'
import type { ActivityRecorded, LoggedChange } from '@cascade/contracts/gateway'
import { type LogKind, type LogResult, reportsApi } from '@cascade/contracts/reports'
import { businessDay, type CollectionSpec } from '@cascade/service-kit'
import { readersOf } from '../time-lists/readers'
import { type Entry, type Fact, factCollections } from '../time-lists/time-lists'
import type { LogAccount, LogObject } from './log-objects'
import { buildSentence } from './sentence'

export const logsName = 'logs'

export const logRetentionDaysDefault = 400

/** The unique event id makes storing idempotent, and serves `until`. */
export const logCollections = (retentionDays: number): readonly CollectionSpec[] => [
  ...factCollections(logsName, { retentionDays, indexes: [{ key: { eventId: 1 }, options: { unique: true } }] }),
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
  objects?: string[]
  changes?: LoggedChange[]
  note?: string
  amount?: number
  person?: string
  approvedBy?: string
  source?: 'browser'
  times?: number
  until?: string
  text: string
}

/**
 * Play has separate lists, because it is a hundred times more frequent than other activities, and reads of the log, so
 * that they do not fill it. Each list has a variant per unsuccessful result, so that rare results are found quickly.
 */
export const logListKey = (reader: string, { kind, result }: { kind: LogKind; result: LogResult }) => {
  const list = kind === 'acts' ? reader : `${kind}:${reader}`
  return result === 'done' ? list : `${result}:${list}`
}

export const failedLoginListKey = (reader: string) => `login:${reader}`

const playOperations: ReadonlySet<string> = new Set(
  allEndpoints.filter(({ permission }) => permission === 'bets.place').map(({ id }) => id),
)
const readOperations: ReadonlySet<string> = new Set(
  [reportsApi.logs, reportsApi.activityLogs, reportsApi.userLogs, reportsApi.logsOfUser].map(({ id }) => id),
)
export const kindOf = (operation = ''): LogKind =>
  playOperations.has(operation) ? 'play' : readOperations.has(operation) ? 'reads' : 'acts'

export const resultOf = (status: number): LogResult => (status < 400 ? 'done' : status < 500 ? 'refused' : 'failed')

type Account = Pick<LogAccount, '_id' | 'role' | 'ancestry'>

/**
 * The log entry of an activity, visible to its account, all ancestors and superadmins.
 * @param account undefined when the username is unknown
 */
export function toLogEntry(
  ordinal: number,
  event: ActivityRecorded,
  { account, object, zone }: { account: Account | undefined; object: LogObject | undefined; zone: string },
): Entry<LogFact> {
  const { username, subject, requestUrl, method, ipAddress, status, operation } = event.data
  const at = new Date(event.at)
  const more = optionalFields(event, object)
  const columns = [username, subject, object?.name, more.sentence, more.note, more.person, more.approvedBy]
  const fact: LogFact = {
    _id: ordinal,
    eventId: event.id,
    username,
    subject,
    requestUrl,
    method,
    ipAddress,
    status,
    ...more,
    day: businessDay(at, zone),
    at,
    text: columns.map(each => toSearchKey(each ?? '')).join('\n'),
  }
  const readers = readersOf(account ? [{ id: account._id, role: account.role, ancestry: account.ancestry }] : [])
  const kind = kindOf(operation)
  const result = resultOf(status)
  const results = new Set<LogResult>(['done', result])
  const lists = readers.flatMap(reader => [...results].map(each => logListKey(reader, { kind, result: each })))
  const loginLists = result === 'refused' && isSignIn(event) ? readers.map(failedLoginListKey) : []
  return { fact, readers: [...lists, ...loginLists] }
}

const signInOperations: ReadonlySet<string> = new Set(
  [authApi.login, ...Object.values(secondStepApi)].map(({ id }) => id),
)
export const isSignIn = ({ data }: ActivityRecorded) => signInOperations.has(data.operation ?? '')

function optionalFields({ data }: ActivityRecorded, object: LogObject | undefined): Partial<LogFact> {
  const { code, reason, operation, changes, note, amount, person, approvedBy, source, times, until } = data
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
      ...(object.names && { objects: object.names }),
    }),
    ...(changes && { changes }),
    ...(note && { note }),
    ...(amount !== undefined && { amount }),
    ...(person && { person: person.name }),
    ...(approvedBy && { approvedBy }),
    ...(source === 'browser' && { source }),
    ...(times !== undefined && { times, until }),
  }
}
