import { z } from 'zod'
import { endpoint } from '../define'
import type { ExamplesOf } from '../example'
import { authExamples, authTexts, NewPasswordNeeded, newPasswordSchema, SessionResponse } from './auth'
import { FactorProof } from './factor-proof'
import { PasskeyAssertion, passkeyExamples } from './passkeys'

/** The second steps of a sign-in; like `auth/login`, they set the cookie. */
export const secondStepApi = {
  secondFactor: endpoint({
    id: 'gateway.session.prove',
    domain: 'gateway',
    route: 'POST /auth/second-factor',
    permission: 'public',
    duringMaintenance: true,
    summary: 'Finish a sign-in with a second factor; a wrong code leaves the challenge valid',
    errors: ['UNAUTHENTICATED', 'FORBIDDEN'],
    body: z.union(FactorProof.options.map(proof => proof.extend({ challenge: z.string().max(128) }))),
    response: z.union([SessionResponse, NewPasswordNeeded]),
  }),
  passkey: endpoint({
    id: 'gateway.session.assert',
    domain: 'gateway',
    route: 'POST /auth/passkey/finish',
    permission: 'public',
    duringMaintenance: true,
    summary: 'Sign in with a passkey alone: it counts as password and second factor',
    errors: ['UNAUTHENTICATED', 'FORBIDDEN'],
    body: z.strictObject({ challenge: z.string().max(128), passkey: PasskeyAssertion }),
    response: z.union([SessionResponse, NewPasswordNeeded]),
  }),
  newPassword: endpoint({
    id: 'gateway.session.renew',
    domain: 'gateway',
    route: 'POST /auth/new-password',
    permission: 'public',
    duringMaintenance: true,
    summary: 'Finish a sign-in with a temporary password by choosing an own one',
    errors: ['UNAUTHENTICATED', 'FORBIDDEN'],
    body: z.strictObject({
      challenge: z.string().max(128),
      npass: newPasswordSchema(authTexts.fillAll),
      cpass: z.string({ error: authTexts.fillAll }).min(1, authTexts.fillAll).max(256),
    }),
    response: SessionResponse,
  }),
}

export const secondStepExamples = (): ExamplesOf<typeof secondStepApi> => {
  const { login } = authExamples()
  const { challenge } = passkeyExamples.options
  return {
    fields: { challenge },
    secondFactor: { body: { challenge, totp: '123456' }, response: login?.response ?? {} },
    passkey: { body: { challenge, passkey: passkeyExamples.assertion }, response: login?.response ?? {} },
    newPassword: {
      body: { challenge, npass: 'battery-staple', cpass: 'battery-staple' },
      response: login?.response ?? {},
    },
  }
}
