import { z } from 'zod'
import { approvalOperations } from '../approval'
import { Viewer } from '../event-actor'
import { internalCall } from '../internal'
import { Role } from '../roles'
import { AsOf } from '../values/days'
import { CurrentAnnouncement } from './announcements'
import { AuthUser, NewPasswordNeeded, SecondFactorNeeded, SessionEndReason, SessionResponse } from './auth'
import { FactorProof } from './factor-proof'
import { Maintenance } from './maintenance'
import { PasskeyAssertion } from './passkeys'
import { WeekItem } from './week-items'

/** Ids per call: about 40 kB, far below the body limit of a service. */
export const batchSizeMax = 1_000

/** The user of a session, without fields that change while it is open. */
export const SessionUser = AuthUser.pick({ _id: true, username: true, role: true, person: true })
export type SessionUser = z.infer<typeof SessionUser>

export const OpenSession = z.object({
  sessionId: z.string(),
  user: SessionUser,
  /** Set while `viewer` views as the user. */
  viewer: Viewer.optional(),
  expiresAt: z.iso.datetime(),
  /** Until then the last proof of password or factor counts. */
  provenUntil: z.iso.datetime(),
  /** Of an account with a second factor: until then the last proof of a factor counts. */
  factorProvenUntil: z.iso.datetime().optional(),
  /** The policy is strict: more calls need a proof. */
  isStrict: z.boolean(),
  /** The role needs a second factor, the grace period is over and the account has none. */
  mustEnrol: z.boolean(),
  /** Lists of networks: calls must come from one of each. Absent without a restriction. */
  networks: z.array(z.array(z.string())).optional(),
  /** Operations that may need a second person. */
  approvals: z.array(z.enum(approvalOperations)),
})
export type OpenSession = z.infer<typeof OpenSession>

export const EndedSession = z.object({ sessionId: z.string(), reason: SessionEndReason })
export type EndedSession = z.infer<typeof EndedSession>

const SessionState = SessionResponse.omit({ success: true, message: true, token: true, roles: true })
export const SignedIn = SessionState.extend({ sessionId: z.string() })
const RenewalNeeded = NewPasswordNeeded.omit({ success: true })

/** Where a sign-in comes from. */
const signInShape = {
  ipAddress: z.string(),
  userAgent: z.string(),
  /** Seconds the caller's network is blocked, unless it proved a secret of this account before. */
  waitSeconds: z.number().int().positive().optional(),
  /** Long-lived mark of the browser, and whether it is given out with this sign-in. */
  browser: z.strictObject({ mark: z.string().max(64), isNew: z.boolean() }).optional(),
}

/** Calls that other processes make on their own behalf. */
export const accountsInternal = {
  /**
   * Checks the password, counts failures per account and address, and creates the session, unless a second factor is
   * needed first.
   */
  openSession: internalCall({
    domain: 'accounts',
    method: 'POST',
    path: '/sessions',
    callers: ['gateway'],
    changes: true,
    body: z.strictObject({ username: z.string(), password: z.string(), ...signInShape }),
    response: z.union([SignedIn, SecondFactorNeeded.omit({ success: true }), RenewalNeeded]),
  }),
  /** Creates the session of a sign-in whose challenge is answered with a second factor. */
  proveSecondFactor: internalCall({
    domain: 'accounts',
    method: 'POST',
    path: '/sessions/second-factor',
    callers: ['gateway'],
    changes: true,
    body: z.strictObject({ challenge: z.string(), proof: FactorProof, ...signInShape }),
    response: z.union([SignedIn, RenewalNeeded]),
  }),
  /** Creates the session of the account that owns the passkey. */
  openPasskeySession: internalCall({
    domain: 'accounts',
    method: 'POST',
    path: '/sessions/passkey',
    callers: ['gateway'],
    changes: true,
    body: z.strictObject({ challenge: z.string(), passkey: PasskeyAssertion, ...signInShape }),
    response: z.union([SignedIn, RenewalNeeded]),
  }),
  /** Replaces a temporary password and creates the session of the sign-in. */
  renewPassword: internalCall({
    domain: 'accounts',
    method: 'POST',
    path: '/sessions/new-password',
    callers: ['gateway'],
    changes: true,
    body: z.strictObject({ challenge: z.string(), npass: z.string(), cpass: z.string(), ...signInShape }),
    response: SignedIn,
  }),
  /** User with the current balance; 404 once the session has ended. */
  readSession: internalCall({
    domain: 'accounts',
    method: 'GET',
    path: '/sessions/:sessionId',
    callers: ['gateway'],
    body: z.strictObject({}),
    response: SessionState,
  }),
  endSession: internalCall({
    domain: 'accounts',
    method: 'DELETE',
    path: '/sessions/:sessionId',
    callers: ['gateway'],
    changes: true,
    body: z.strictObject({}),
    response: z.object({ success: z.literal(true) }),
  }),
  /**
   * Which of these sessions are open; all others have ended, some for a reason to state. The gateway checks all recently
   * used sessions in one call, so its cache is at most 5 s old. `background`: those of them that only background reads
   * have used since the last check.
   */
  checkSessions: internalCall({
    domain: 'accounts',
    method: 'POST',
    path: '/sessions/check',
    callers: ['gateway'],
    body: z.strictObject({
      sessionIds: z.array(z.string()).max(batchSizeMax),
      background: z.array(z.string()).max(batchSizeMax).optional(),
    }),
    response: z.object({
      open: z.array(OpenSession),
      ended: z.array(EndedSession),
      /** The maintenance that is planned or in force. */
      maintenance: Maintenance.nullable().optional(),
    }),
  }),
  /**
   * Accounts whose first connection to a gateway opened (`joined`) or last one closed (`left`). A gateway that is out
   * of sync starts a new `generation` and resends all of its accounts; `isComplete` drops those of earlier generations.
   */
  changePresence: internalCall({
    domain: 'accounts',
    method: 'POST',
    path: '/presence',
    callers: ['gateway'],
    body: z.strictObject({
      gatewayId: z.string(),
      generation: z.number().int().min(0),
      joined: z.array(z.string()).max(batchSizeMax),
      left: z.array(z.string()).max(batchSizeMax),
      isComplete: z.boolean(),
    }),
    response: z.object({ success: z.literal(true) }),
  }),
  /** Wallet balances now or at `asOf`, in hundredths. Accounts without a wallet are omitted. */
  balances: internalCall({
    domain: 'accounts',
    method: 'POST',
    path: '/balances',
    callers: ['svc-reports'],
    body: z.strictObject({ accountIds: z.array(z.string()).max(batchSizeMax), asOf: AsOf.optional() }),
    response: z.object({
      balances: z.array(z.object({ accountId: z.string(), balance: z.string().regex(/^-?\d+$/) })),
    }),
  }),
  /** Tasks of the week for an operator's dashboard; kinds without any are omitted. */
  actionItems: internalCall({
    domain: 'accounts',
    method: 'POST',
    path: '/action-items',
    callers: ['svc-reports'],
    body: z.strictObject({
      accountId: z.string(),
      role: Role,
      /** First day with play below the account; in the far future without any. */
      playSince: z.iso.date(),
    }),
    response: z.object({ items: z.array(WeekItem) }),
  }),
  /**
   * Mails a report to the address of a login: an account's own or a person's. `isSent` is false without an address, a
   * mail server or the right to read reports, `isRemoved` true for a login that no longer exists. A repeated `id` has
   * the same Message-ID.
   * @throws AppError UNAVAILABLE if the mail server does not accept it
   */
  sendMail: internalCall({
    domain: 'accounts',
    method: 'POST',
    path: '/mails',
    callers: ['svc-reports'],
    body: z.strictObject({
      id: z.string().regex(/^[A-Za-z0-9.-]{1,100}$/),
      accountId: z.string(),
      subject: z.string().max(200),
      text: z.string().max(2_000),
      /** `content` in Base64. */
      file: z.strictObject({ name: z.string().max(100), content: z.string() }),
    }),
    response: z.object({ isSent: z.boolean(), isRemoved: z.boolean().optional() }),
    bodyBytesMax: 16 * 1024 * 1024,
  }),
  /** Announcements in force for players; omits players without one. */
  playAnnouncements: internalCall({
    domain: 'accounts',
    method: 'POST',
    path: '/announcements/players',
    callers: ['gateway'],
    body: z.strictObject({ accountIds: z.array(z.string()).max(batchSizeMax) }),
    response: z.object({
      players: z.array(z.object({ accountId: z.string(), announcements: z.array(CurrentAnnouncement) })),
    }),
  }),
  /**
   * Sent every 20 s. A gateway that is silent for a minute counts as having no connections. `isInStep`: both sides
   * count the same number of accounts.
   */
  presenceHeartbeat: internalCall({
    domain: 'accounts',
    method: 'POST',
    path: '/presence/beat',
    callers: ['gateway'],
    body: z.strictObject({
      gatewayId: z.string(),
      generation: z.number().int().min(0),
      online: z.number().int().min(0),
    }),
    response: z.object({ isInStep: z.boolean() }),
  }),
}
