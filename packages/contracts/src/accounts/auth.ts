import { z } from 'zod'
import { auditAs } from '../audit'
import { endpoint, SuccessResponse } from '../define'
import { Viewer } from '../event-actor'
import type { ExamplesOf } from '../example'
import { ActingPerson } from '../rights'
import { Role } from '../roles'
import { Points } from '../values/points'
import { codeText } from '../values/text'

/** The signed-in user of a session. `roles` is the list with its one role. */
export const AuthUser = z.object({
  _id: z.string(),
  username: z.string(),
  role: Role,
  walletBalance: Points,
  roles: z.array(Role),
  /** The person who acts for the account, with the rights in force; absent for the login of the account itself. */
  person: ActingPerson.optional(),
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
  samePassword: 'The new password is the old one.',
  usedPassword: 'This is one of your last five passwords. Please choose another one.',
  passwordJustChanged: 'The password has just been changed.',
  passwordChanged: 'Password changed successfully!',
  passwordFailed: 'Failed to change password.',
  commonPassword: 'This password is too common. Please choose another one.',
  loggedOutPlayer: 'player logout successfully.',
} as const

export const LoginInput = z.strictObject({
  username: codeText('Username is required').min(1, 'Username is required').max(64),
  password: z
    .string({ error: authTexts.passwordRequired })
    .min(1, authTexts.passwordRequired)
    .min(3, 'Password must be at least 6 characters')
    .max(256),
})

export const SessionResponse = z.object({
  success: z.literal(true),
  message: z.string().optional(),
  token: z.string(),
  user: AuthUser,
  roles: z.array(Role),
  /** 30 minutes after login; never extended. */
  expiresAt: z.iso.datetime(),
  /** Minutes without a call after which it ends earlier; absent without such a limit. */
  idleMinutes: z.number().int().optional(),
  /** Set while `viewer` views as the user: nothing can be changed. */
  readOnly: z.literal(true).optional(),
  viewer: Viewer.optional(),
})

/** Why a session has ended, stated to the next call with its token. */
export const SessionEndReason = z.enum(['SESSION_IDLE', 'SESSION_REPLACED'])
export type SessionEndReason = z.infer<typeof SessionEndReason>

/**
 * Header of a read that no user asked for, such as a poll; it does not keep an idle session open. The client decides,
 * because only it knows when a key or pointer was last used; a client that never sends it is never idle while it reads.
 */
export const backgroundHeader = 'x-background-read'

/** How the second factor of an account can be proved. */
const proofKinds = ['totp', 'passkey', 'recovery'] as const

/** The password was right; the challenge is valid for five minutes, once, for this account and network. */
export const SecondFactorNeeded = z.object({
  success: z.literal(true),
  needs: z.literal('second-factor'),
  factors: z.array(z.enum(proofKinds)),
  challenge: z.string(),
  passkey: z.looseObject({ challenge: z.string() }).optional(),
})
export type SecondFactorNeeded = z.infer<typeof SecondFactorNeeded>

/** The password was set by another user: an own one is needed first. The challenge is valid for five minutes, once. */
export const NewPasswordNeeded = z.object({
  success: z.literal(true),
  needs: z.literal('new-password'),
  challenge: z.string(),
})
export type NewPasswordNeeded = z.infer<typeof NewPasswordNeeded>

/** Minimum length of a new password; older ones may be shorter. */
const passwordLengthMin = 8
const passwordTooShort = `Password must be at least ${passwordLengthMin} characters`
/** A new password. @param missing message for an absent or empty one */
export const newPasswordSchema = (missing: string = passwordTooShort) =>
  z
    .string({ error: missing })
    .min(1, missing)
    .min(passwordLengthMin, passwordTooShort)
    .max(256, 'At most 256 characters')

/** Handled by the gateway, which holds the signing keys and sets the cookie. */
export const authApi = {
  login: endpoint({
    id: 'gateway.session.open',
    domain: 'gateway',
    route: 'POST /auth/login',
    permission: 'public',
    duringMaintenance: true,
    summary: 'Sign in; the response also sets the session cookie, or asks for a second factor or new password',
    errors: ['UNAUTHENTICATED', 'FORBIDDEN'],
    body: LoginInput,
    response: z.union([SessionResponse, SecondFactorNeeded, NewPasswordNeeded]),
  }),
  session: endpoint({
    id: 'gateway.session.read',
    domain: 'gateway',
    route: 'GET /auth/session',
    permission: 'any',
    duringEnrolment: true,
    summary: 'The signed-in user and when the session ends',
    response: SessionResponse.omit({ token: true }),
  }),
  logout: endpoint({
    id: 'gateway.session.end',
    domain: 'gateway',
    route: 'GET /auth/logout',
    permission: 'any',
    duringEnrolment: true,
    duringMaintenance: true,
    duringView: true,
    audit: auditAs('LOGOUT', 'signed out'),
    summary: 'End the session; in a view also that of the viewer',
    response: SuccessResponse,
  }),
}

export const authUserExample: AuthUser = {
  _id: 'id-admin',
  username: 'admin1',
  role: 'admin',
  walletBalance: 8500,
  roles: ['admin'],
}

export const authExamples = (): ExamplesOf<typeof authApi> => {
  const signedIn = {
    success: true as const,
    user: authUserExample,
    roles: authUserExample.roles,
    expiresAt: '2026-01-05T10:30:00.000Z',
  }
  return {
    fields: { username: 'admin1', password: 'correct-horse' },
    login: {
      response: { ...signedIn, message: authTexts.loggedIn, token: 'eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJpZCJ9.c2ln' },
    },
    session: { response: signedIn },
  }
}
