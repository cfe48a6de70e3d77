import { z } from 'zod'
import { internalCall } from '../internal'
import { SignedIn } from './internal'

/** Calls of the gateway, which issues the tokens of views. */
export const viewInternal = {
  /** Opens a read-only session that views as the login `userId`; `sessionId` is the viewer's own. */
  open: internalCall({
    domain: 'accounts',
    method: 'POST',
    path: '/views',
    callers: ['gateway'],
    changes: true,
    body: z.strictObject({
      ...{ sessionId: z.string(), userId: z.string(), reason: z.string() },
      ...{ ipAddress: z.string(), userAgent: z.string() },
    }),
    response: SignedIn,
  }),
  /** Ends a view. @returns the viewer's own session; UNAUTHENTICATED once that has ended */
  close: internalCall({
    domain: 'accounts',
    method: 'DELETE',
    path: '/views/:sessionId',
    callers: ['gateway'],
    changes: true,
    body: z.strictObject({ ipAddress: z.string() }),
    response: SignedIn,
  }),
}
