import { z } from 'zod'
import { answerOf, CallerQuery, Done, endpoint, Id, IdParams, PathId } from '../define'
import { Role } from '../roles'
import { idIn, tell, tellOf } from '../tell'
import { Points } from '../values/points'
import { Account, WalletOwner } from './account'

/** The signed-in user as the session holds it. `roles` is the list with its one role. */
export const AuthUser = z.object({
  _id: z.string(),
  username: z.string(),
  role: Role,
  walletBalance: Points,
  roles: z.array(Role),
})
export type AuthUser = z.infer<typeof AuthUser>

export const authTexts = {
  loggedIn: 'Login successful!',
  loginFailed: 'Login failed.',
  logoutFailed: 'Logout failed.',
  loginError: 'An error occurred during login.',
  wrongLogin: 'Invalid username or password.',
  passwordRequired: 'Password is required',
  inactive: 'This account is not active.',
  fillAll: 'Please fill all fields.',
  mismatch: 'New and confirm password do not match.',
  passwordChanged: 'Password changed successfully!',
  passwordFailed: 'Failed to change password.',
  commonPassword: 'This password is one of the first that are guessed. Please choose another one.',
  loggedOutPlayer: 'player logout successfully.',
} as const

export const LoginInput = z.strictObject({
  username: z.string({ error: 'Username is required' }).trim().min(1, 'Username is required').max(64),
  password: z
    .string({ error: authTexts.passwordRequired })
    .min(1, authTexts.passwordRequired)
    .min(3, 'Password must be at least 6 characters')
    .max(256),
})

const SessionAnswer = z.object({
  success: z.literal(true),
  message: z.string().optional(),
  token: z.string(),
  user: AuthUser,
  roles: z.array(Role),
  /** When the session ends: 30 minutes after login, never later. */
  expiresAt: z.iso.datetime(),
})

export const SessionRow = z.object({
  _id: z.string(),
  userId: z.string(),
  username: z.string(),
  role: Role,
  ipAddress: z.string(),
  userAgent: z.string(),
  startedAt: z.iso.datetime(),
  /** The last call that it made, two minutes exact. */
  lastActiveAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  current: z.boolean(),
})
export type SessionRow = z.infer<typeof SessionRow>

/** So many of an account's open sessions are listed. */
export const sessionsShown = 50
/** Open sessions of a branch are counted up to here: the figure then means this many or more. */
export const branchSessionsCounted = 1_000

/** So many emails, and so many phones, are looked up with one call. */
export const contactsLookedUp = 50
const contactsText = (one: string) =>
  z.string().regex(new RegExp(`^${one}(,${one}){0,${contactsLookedUp - 1}}$`), 'At most 50, separated by commas')

/** Signed in and answered by the gateway, which holds the keys and sets the cookie. */
export const authApi = {
  login: endpoint({
    id: 'gateway.session.open',
    domain: 'gateway',
    call: 'POST /auth/login',
    may: 'public',
    summary: 'Sign in; the answer also sets the cookie `session-token`',
    refuses: ['UNAUTHENTICATED', 'FORBIDDEN'],
    body: LoginInput,
    answer: SessionAnswer,
  }),
  session: endpoint({
    id: 'gateway.session.read',
    domain: 'gateway',
    call: 'GET /auth/session',
    may: 'any',
    summary: 'The signed-in user and when the session ends',
    answer: SessionAnswer.omit({ token: true }),
  }),
  logout: endpoint({
    id: 'gateway.session.end',
    domain: 'gateway',
    call: 'GET /auth/logout',
    may: 'any',
    tell: tell('LOGOUT', 'signed out'),
    summary: 'End the session',
    answer: Done,
  }),
}

export const sessionApi = {
  signup: endpoint({
    id: 'accounts.user.create',
    domain: 'accounts',
    call: 'POST /auth/signup',
    may: 'public',
    tell: tell('Signed up', 'signed up'),
    summary: 'Make an account of role `user`; off in production unless allowed',
    body: z.strictObject({
      username: z
        .string()
        .trim()
        .regex(/^[A-Za-z][A-Za-z0-9_.-]{2,31}$/, 'Letters, digits, dot, dash and underscore; 3 to 32'),
      password: z.string().min(6, 'Password must be at least 6 characters').max(256),
    }),
    answer: answerOf(AuthUser),
    creates: true,
  }),
  userauth: endpoint({
    id: 'accounts.user.read',
    domain: 'accounts',
    call: 'GET /auth/userauth/:id',
    may: 'any',
    summary: 'A user with the present balance: oneself or someone below',
    params: IdParams,
    answer: answerOf(AuthUser, { user: AuthUser }),
  }),
  changePassword: endpoint({
    id: 'accounts.password.change',
    domain: 'accounts',
    call: 'POST /auth/chnagepassword',
    may: 'any',
    tell: tell('Password changed', 'changed the own password'),
    checksPassword: true,
    summary: 'Change the own password; every other session of the user ends',
    body: z.strictObject({
      userId: Id.optional(),
      opass: z.string({ error: authTexts.fillAll }).min(1, authTexts.fillAll).max(256),
      npass: z
        .string({ error: authTexts.fillAll })
        .min(1, authTexts.fillAll)
        .min(6, 'Password must be at least 6 characters')
        .max(256),
      cpass: z.string({ error: authTexts.fillAll }).min(1, authTexts.fillAll).max(256),
    }),
    answer: Done,
  }),
  fetchUserById: endpoint({
    id: 'accounts.account.read',
    domain: 'accounts',
    call: 'GET /fetchUserById',
    may: 'any',
    summary: 'An account: oneself (default) or someone below',
    refuses: ['NOT_FOUND'],
    answer: answerOf(Account),
  }),
  userCount: endpoint({
    id: 'accounts.count.read',
    domain: 'accounts',
    call: 'GET /counts/usercount',
    may: 'counts.read',
    summary: 'How many accounts of each level the caller has below',
    query: CallerQuery.extend({ currentrole: z.string().optional() }),
    answer: z.object({
      success: z.literal(true),
      /** Players. */
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
    call: 'GET /contacts/taken',
    may: 'player.manage',
    summary: 'Which of some emails and phones an account has already, so that a create with them would be refused',
    query: z.strictObject({
      emails: contactsText('[^,]{1,100}').optional(),
      phones: contactsText('[0-9]{1,15}').optional(),
    }),
    answer: answerOf(z.object({ emails: z.array(z.string()), phones: z.array(z.string()) })),
  }),
  loadCredit: endpoint({
    id: 'accounts.sender.list',
    domain: 'accounts',
    call: 'GET /credit/loadcredit',
    may: 'credit.read',
    summary: 'Who may send credit to `id`: the acting user first, then the parent of `id` if that is another',
    query: z.strictObject({ id: Id, role: z.string().optional() }),
    answer: answerOf(z.array(WalletOwner)),
  }),
  playerLogout: endpoint({
    id: 'accounts.player.signOut',
    domain: 'accounts',
    call: 'GET /app/logout',
    may: 'player.manage',
    tell: ({ query }) => ({ subject: 'Player signed out', does: 'signed {object} out', accountId: idIn(query.id) }),
    summary: 'Sign a player out: all sessions end',
    query: z.strictObject({ id: Id, role: z.string().optional() }),
    answer: Done,
  }),
  sessions: endpoint({
    id: 'accounts.session.list',
    domain: 'accounts',
    call: 'GET /sessions/:userId',
    may: 'any',
    summary: 'Open sessions of oneself or someone below: the newest 50, and how many there are',
    params: z.strictObject({ userId: PathId }),
    query: z.strictObject({ below: z.literal('true').optional() }),
    answer: answerOf(z.array(SessionRow), {
      total: z.number().int(),
      /** Only with `below=true`: those of everyone below too, counted up to 1,000. */
      branchTotal: z.number().int().max(branchSessionsCounted).optional(),
    }),
  }),
  endSession: endpoint({
    id: 'accounts.session.end',
    domain: 'accounts',
    call: 'DELETE /sessions/:userId/:sessionId',
    may: 'any',
    tell: tellOf('Session ended', 'userId', 'ended a session of {object}'),
    summary: 'End one session of oneself or someone below',
    params: z.strictObject({ userId: PathId, sessionId: PathId }),
    answer: Done,
  }),
}
