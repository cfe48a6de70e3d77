import { z } from 'zod'
import { asId, auditAccount, auditAs } from '../audit'
import { CallerQuery, endpoint, Id, idempotencyKeyPattern, PathId, responseOf, SuccessResponse } from '../define'
import { EventPerson } from '../event-actor'
import type { ExamplesOf } from '../example'
import { Role } from '../roles'
import { codeText } from '../values/text'
import { Account, WalletOwner } from './account'
import { AuthUser, authTexts, newPasswordSchema } from './auth'

export const SessionRow = z.object({
  _id: z.string(),
  userId: z.string(),
  username: z.string(),
  role: Role,
  /** The person who signed in; absent for the login of the account itself. */
  person: EventPerson.optional(),
  ipAddress: z.string(),
  userAgent: z.string(),
  /** Browser and system, e.g. `Firefox on Windows`; for an unknown user agent, its first word. */
  device: z.string(),
  startedAt: z.iso.datetime(),
  /** Time of its last call, accurate to two minutes. */
  lastActiveAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  current: z.boolean(),
})
export type SessionRow = z.infer<typeof SessionRow>

/** Maximum sessions in a response. */
export const sessionsListedMax = 50
/** Counting stops here: this value means "this many or more". */
export const branchSessionsMax = 1_000

/** Maximum emails, and maximum phones, per call. */
export const contactsPerLookupMax = 50
const contactListSchema = (one: string) =>
  z.string().regex(new RegExp(`^${one}(,${one}){0,${contactsPerLookupMax - 1}}$`), 'At most 50, separated by commas')

export const sessionApi = {
  signup: endpoint({
    id: 'accounts.user.create',
    domain: 'accounts',
    route: 'POST /auth/signup',
    permission: 'public',
    audit: auditAs('Signed up', 'signed up'),
    summary: 'Create an account of role `user`; disabled in production unless configured',
    body: z.strictObject({
      username: codeText().regex(
        /^[A-Za-z][A-Za-z0-9_.-]{2,31}$/,
        'Letters, digits, dot, dash and underscore; 3 to 32',
      ),
      password: newPasswordSchema(),
    }),
    response: responseOf(AuthUser),
    creates: true,
  }),
  changePassword: endpoint({
    id: 'accounts.password.change',
    domain: 'accounts',
    route: 'POST /auth/chnagepassword',
    permission: 'any',
    audit: auditAs('Password changed', 'changed the own password'),
    summary: 'Change your own password; all your other sessions end',
    body: z.strictObject({
      userId: Id.optional(),
      opass: z.string({ error: authTexts.fillAll }).min(1, authTexts.fillAll).max(256),
      npass: newPasswordSchema(authTexts.fillAll),
      cpass: z.string({ error: authTexts.fillAll }).min(1, authTexts.fillAll).max(256),
    }),
    response: SuccessResponse,
  }),
  fetchUserById: endpoint({
    id: 'accounts.account.read',
    domain: 'accounts',
    route: 'GET /fetchUserById',
    permission: 'any',
    summary: 'An account: the caller (default) or an account below; with `deleted`, a deleted one, too',
    errors: ['NOT_FOUND'],
    query: CallerQuery.extend({ deleted: z.literal('true').optional() }),
    response: responseOf(Account),
  }),
  userCount: endpoint({
    id: 'accounts.count.read',
    domain: 'accounts',
    route: 'GET /counts/usercount',
    permission: 'counts.read',
    summary: 'Number of accounts of each level below the caller',
    query: CallerQuery.extend({ currentrole: z.string().optional() }),
    response: z.object({
      success: z.literal(true),
      /** Number of players. */
      count: z.number().int(),
      countAdmins: z.number().int(),
      countSuperDistributors: z.number().int(),
      countDistributors: z.number().int(),
      countRetailers: z.number().int(),
    }),
  }),
  takenContacts: endpoint({
    id: 'accounts.contact.list',
    domain: 'accounts',
    route: 'GET /contacts/taken',
    permission: 'player.manage',
    summary:
      'Which of the given emails and phones are already used in the caller’s subtree; elsewhere, only a create reports it',
    query: z.strictObject({
      emails: contactListSchema('[^,]{1,100}').optional(),
      phones: contactListSchema('[0-9]{1,15}').optional(),
    }),
    response: responseOf(z.object({ emails: z.array(z.string()), phones: z.array(z.string()) })),
  }),
  created: endpoint({
    id: 'accounts.creation.find',
    domain: 'accounts',
    route: 'GET /created',
    permission: 'player.manage',
    summary: 'The account created by the caller with this `Idempotency-Key` within the last day; null if there is none',
    query: CallerQuery.extend({ key: z.string().regex(idempotencyKeyPattern) }),
    response: responseOf(Account.nullable()),
  }),
  loadCredit: endpoint({
    id: 'accounts.sender.list',
    domain: 'accounts',
    route: 'GET /credit/loadcredit',
    permission: 'credit.read',
    summary: 'Who may send credit to `id`: the acting user first, then the parent of `id` if it is another account',
    query: z.strictObject({ id: Id, role: z.string().optional() }),
    response: responseOf(z.array(WalletOwner)),
  }),
  playerLogout: endpoint({
    id: 'accounts.player.signOut',
    domain: 'accounts',
    route: 'GET /app/logout',
    permission: 'player.manage',
    audit: ({ query }) => ({ subject: 'Player signed out', does: 'signed {object} out', accountId: asId(query.id) }),
    summary: 'Sign a player out of all sessions',
    query: z.strictObject({ id: Id, role: z.string().optional() }),
    response: SuccessResponse,
  }),
  sessions: endpoint({
    id: 'accounts.session.list',
    domain: 'accounts',
    route: 'GET /sessions/:userId',
    permission: 'any',
    summary: 'Open sessions of the caller or an account below: the newest 50, and the total',
    params: z.strictObject({ userId: PathId }),
    query: z.strictObject({ below: z.literal('true').optional() }),
    response: responseOf(z.array(SessionRow), {
      total: z.number().int(),
      /** Only with `below=true`: sessions of all accounts below too, counted up to 1,000. */
      branchTotal: z.number().int().max(branchSessionsMax).optional(),
    }),
  }),
  endSession: endpoint({
    id: 'accounts.session.end',
    domain: 'accounts',
    route: 'DELETE /sessions/:userId/:sessionId',
    permission: 'any',
    duringMaintenance: true,
    audit: auditAccount('Session ended', 'userId', 'ended a session of {object}'),
    summary: 'End one session of the caller or of an account below',
    params: z.strictObject({ userId: PathId, sessionId: PathId }),
    response: SuccessResponse,
  }),
}

export const sessionExamples = (): ExamplesOf<typeof sessionApi> => {
  const at = '2026-01-05T10:00:00.000Z'
  const account: Account = {
    _id: 'id-admin',
    uniqueId: 'K7Q2M9XB',
    username: 'admin1',
    role: 'admin',
    firstName: 'Asha',
    lastName: 'Rao',
    commission: 2.5,
    note: '',
    userStatus: true,
    refId: null,
    walletBalance: 8500,
    wallet: [{ individualCredit: 8500 }],
    isLoggedIn: true,
    lastLogin: at,
    createdAt: at,
  }
  return {
    fields: { id: 'id-admin', userId: 'id-admin', sessionId: 'session-1' },
    signup: {
      body: { username: 'asha', password: 'correct-horse' },
      response: { data: { _id: 'id-user', username: 'asha', role: 'user', walletBalance: 0, roles: ['user'] } },
    },
    changePassword: {
      body: { opass: 'correct-horse', npass: 'battery-staple', cpass: 'battery-staple' },
      response: { message: authTexts.passwordChanged },
    },
    fetchUserById: { query: { id: 'id-admin' }, response: { data: account } },
    userCount: {
      response: { count: 40, countAdmins: 1, countSuperDistributors: 2, countDistributors: 4, countRetailers: 8 },
    },
    takenContacts: {
      query: { emails: 'asha@example.test,ravi@example.test', phones: '919812345678' },
      response: { data: { emails: ['asha@example.test'], phones: [] } },
    },
    created: { query: { key: 'a-key-of-mine' }, response: { data: account } },
    loadCredit: {
      query: { id: 'id-superareamanager' },
      response: { data: [{ _id: 'id-admin', username: 'admin1', role: 'admin', walletBalance: 8500 }] },
    },
    playerLogout: { query: { id: 'id-player' }, response: { message: authTexts.loggedOutPlayer } },
    sessions: {
      query: { below: 'true' },
      response: {
        data: [
          {
            _id: 'session-1',
            userId: 'id-admin',
            username: 'admin1',
            role: 'admin',
            current: true,
            ipAddress: '203.0.113.7',
            userAgent: 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0',
            device: 'Firefox on Windows',
            startedAt: at,
            lastActiveAt: at,
            expiresAt: '2026-01-05T10:30:00.000Z',
          },
        ],
        branchTotal: 3,
      },
    },
  }
}
