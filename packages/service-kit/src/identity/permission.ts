import { isIP } from 'node:net'
import { type AnyEndpoint, can, type Permission } from '@cascade/contracts'
import { v5 as uuidv5 } from 'uuid'
import { forbidden, unauthenticated } from '../base/errors'
import type { Actor } from './tokens'

/**
 * The first line of every verb: the tables of the gateway and of the route are not the last word.
 * @throws AppError FORBIDDEN
 */
export function requirePermission({ actor }: { actor: Actor }, permission: Permission): void {
  if (!can(actor.role, permission)) throw forbidden()
}

/**
 * Whether somebody may make a call at all; who they are was checked before.
 * @throws AppError UNAUTHENTICATED without an actor, FORBIDDEN for another role
 */
export function requireRole({ roles }: Pick<AnyEndpoint, 'roles'>, actor: Actor | undefined): void {
  if (roles === 'public') return
  if (!actor) throw unauthenticated()
  if (roles !== 'any' && !roles.includes(actor.role)) throw forbidden()
}

/**
 * The network that an address counts for in limits: an IPv4 address is its own, of an IPv6 address the first 64 bits
 * count, because one customer has all of them.
 */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address
  const [head = '', tail = ''] = address.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === '' ? [] : tail.split(':')
  const zeros = address.includes('::') ? Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0') : []
  const groups = [...before, ...zeros, ...after].slice(0, 4)
  return groups.map(group => Number.parseInt(group, 16).toString(16)).join(':')
}

const transferNamespace = '5b0f3c1e-6f0a-5d55-9f0e-3d2c8a4b7e11'

/** The same actor and key give the same id for ever, in every process: a transfer cannot be booked twice. */
export const transferIdOf = (actorId: string, key: string): string => uuidv5(`${actorId}|${key}`, transferNamespace)

/** The ledger's key for what a caller sent as `Idempotency-Key`. */
export const bookingKeyOf = (idempotencyKey: string): string => `key:${idempotencyKey}`

/** The ledger's id of what an actor books under an `Idempotency-Key`, whatever the call. */
export const bookingIdOf = (actorId: string, key: string): string => transferIdOf(actorId, bookingKeyOf(key))

const claimNamespace = '6a1f0a52-3e0f-5d57-9d0f-6c6a1c1b7e21'

/** The ledger's id of one claim of a take, by its position: a repeated take asks for the same claims. */
export const claimIdOf = (takeId: string, position: number): string =>
  position === 0 ? takeId : uuidv5(`claim|${takeId}|${position}`, claimNamespace)
