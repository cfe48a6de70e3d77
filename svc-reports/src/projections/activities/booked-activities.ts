import {
  type AnyEndpoint,
  type AuditEntry,
  allEndpoints,
  isRole,
  type RawRequest,
  toPoints,
  toRawRequest,
} from '@cascade/contracts'
import { playEvents, type TransferRecorded } from '@cascade/contracts/accounts'
import type { ActivityRecorded } from '@cascade/contracts/gateway'
import type { z } from 'zod'
import type { LogAccount } from './log-objects'

type StakeBooked = z.output<typeof playEvents.stakeBooked>
export type Booked = TransferRecorded | StakeBooked

const isStake = (event: Booked): event is StakeBooked => event.type === playEvents.stakeBooked.shape.type.value

const endpoints = new Map(allEndpoints.map((endpoint): [string, AnyEndpoint] => [endpoint.id, endpoint]))

/** The activity of a booking, worded by the contract of its call; none if the log has it from elsewhere. */
export function toBookedActivities(event: Booked): ActivityRecorded[] {
  const {
    id,
    at,
    actor,
    correlationId,
    data: { call },
  } = event
  if (!call || !actor) return []
  const { operation, requestUrl, ipAddress } = call
  const { username = '', person, approvedBy } = actor
  const endpoint = endpoints.get(operation)
  const { method = 'POST', status = 200 } = endpoint ?? {}
  const { accountId, ...wording } = (endpoint && wordingOf(endpoint, event)) ?? { subject: operation }
  const data: ActivityRecorded['data'] = {
    ...{
      accountId: actor.id,
      username,
      requestUrl,
      method,
      ipAddress,
      status,
      operation,
      source: 'server',
      ...wording,
    },
    ...(accountId !== undefined && { object: { accountId, username: null } }),
    ...(person && { person }),
    ...(approvedBy && { approvedBy: approvedBy.username }),
  }
  const type = 'gateway.activity.recorded.v1'
  return [{ id, type, at, actor, correlationId, causationId: null, seq: 0, data }]
}

/** The accounts that took part, as they were then. */
export function partiesOf(event: Booked): LogAccount[] {
  if (isStake(event)) {
    const { id, username, ancestry } = event.data.player
    return [{ _id: id, username, ancestry, role: 'player' }]
  }
  const { source, destination } = event.data
  return [source, destination].flatMap(({ walletId, username, role, ancestry }) =>
    isRole(role) ? [{ _id: walletId, username, role, ancestry }] : [],
  )
}

const wordingOf = (endpoint: AnyEndpoint, event: Booked): AuditEntry | undefined =>
  endpoint.audit?.(toRawRequest(endpoint, (event.data.call?.requestUrl ?? '').slice('/api'.length), bodyOf(event)))

/** Body of the call, as far as its wording reads it. */
function bodyOf(event: Booked): RawRequest['body'] {
  const points = toPoints(BigInt(event.data.amount))
  if (isStake(event)) return { gameId: event.data.gameId, bets: [{ quantity: points }] }
  const { kind, source, destination, note } = event.data
  /** Points go back up: the call names the account that gives them. */
  const isReturn = kind === 'credit'
  return {
    toUserId: (isReturn ? source : destination).walletId,
    transactionType: isReturn ? 'credit' : 'debit',
    transferAmount: points,
    adjustAmount: points,
    note,
  }
}
