import { z } from 'zod'
import { internalCall } from '../internal'
import { AuthUser } from './session-api'

/** What the gateway asks of svc-accounts for itself. */
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
    }),
    answer: z.object({ sessionId: z.string(), user: AuthUser, expiresAt: z.iso.datetime() }),
  }),
  /** 404 when the session has ended; re-read by the gateway at most every 5 s for each session. */
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
  /** Presence from the gateway's sockets: which accounts hold a connection now. */
  presence: internalCall({
    domain: 'accounts',
    method: 'POST',
    path: '/presence',
    callers: ['gateway'],
    body: z.strictObject({ gatewayId: z.string(), online: z.array(z.string()) }),
    answer: z.object({ success: z.literal(true) }),
  }),
}
