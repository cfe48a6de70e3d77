import { z } from 'zod'
import { internalCall } from '../internal'
import { AsOf } from '../values/days'
import { AuthUser } from './auth'

/** Ids in one call: some 40 kB, far below what a service takes. */
export const batchLimit = 1_000

/** Whose session it is, without what changes while it is open. */
export const SessionUser = AuthUser.pick({ _id: true, username: true, role: true })
export type SessionUser = z.infer<typeof SessionUser>

export const OpenSession = z.object({ sessionId: z.string(), user: SessionUser, expiresAt: z.iso.datetime() })
export type OpenSession = z.infer<typeof OpenSession>

/** What other processes ask of svc-accounts for themselves. */
export const accountsInternal = {
  /** Checks the password, counts failures per account and address, opens a session row. */
  openSession: internalCall({
    domain: 'accounts',
    method: 'POST',
    path: '/sessions',
    callers: ['gateway'],
    body: z.strictObject({
      username: z.string(),
      password: z.string(),
      ipAddress: z.string(),
      userAgent: z.string(),
      /** How long the network has to wait, unless it has proved the password of this account before. */
      waitSeconds: z.number().int().positive().optional(),
    }),
    answer: z.object({ sessionId: z.string(), user: AuthUser, expiresAt: z.iso.datetime() }),
  }),
  /** With the present balance, for the user's own look at the session; 404 when it has ended. */
  readSession: internalCall({
    domain: 'accounts',
    method: 'GET',
    path: '/sessions/:sessionId',
    callers: ['gateway'],
    body: z.strictObject({}),
    answer: z.object({ user: AuthUser, expiresAt: z.iso.datetime() }),
  }),
  endSession: internalCall({
    domain: 'accounts',
    method: 'DELETE',
    path: '/sessions/:sessionId',
    callers: ['gateway'],
    body: z.strictObject({}),
    answer: z.object({ success: z.literal(true) }),
  }),
  /**
   * Which of these sessions are open; all others have ended. The gateway asks for all that were used lately at once, so
   * that its knowledge is never older than 5 s.
   */
  checkSessions: internalCall({
    domain: 'accounts',
    method: 'POST',
    path: '/sessions/check',
    callers: ['gateway'],
    body: z.strictObject({ sessionIds: z.array(z.string()).max(batchLimit) }),
    answer: z.object({ open: z.array(OpenSession) }),
  }),
  /**
   * Accounts whose first connection to a gateway opened (`joined`) or whose last one closed (`left`). A gateway that is
   * out of step begins a new `generation` and tells all of its accounts again; with `isComplete` those of earlier
   * generations are gone.
   */
  changePresence: internalCall({
    domain: 'accounts',
    method: 'POST',
    path: '/presence',
    callers: ['gateway'],
    body: z.strictObject({
      gatewayId: z.string(),
      generation: z.number().int().min(0),
      joined: z.array(z.string()).max(batchLimit),
      left: z.array(z.string()).max(batchLimit),
      isComplete: z.boolean(),
    }),
    answer: z.object({ success: z.literal(true) }),
  }),
  /** What is in the wallets of these accounts now or was then, in hundredths; those without a wallet are left out. */
  balances: internalCall({
    domain: 'accounts',
    method: 'POST',
    path: '/balances',
    callers: ['svc-reports'],
    body: z.strictObject({ accountIds: z.array(z.string()).max(batchLimit), asOf: AsOf.optional() }),
    answer: z.object({ balances: z.array(z.object({ accountId: z.string(), balance: z.string().regex(/^-?\d+$/) })) }),
  }),
  /** Every 20 s; a gateway that is silent for a minute has no connections. `isInStep`: we know as many as it has. */
  beatPresence: internalCall({
    domain: 'accounts',
    method: 'POST',
    path: '/presence/beat',
    callers: ['gateway'],
    body: z.strictObject({
      gatewayId: z.string(),
      generation: z.number().int().min(0),
      online: z.number().int().min(0),
    }),
    answer: z.object({ isInStep: z.boolean() }),
  }),
}
