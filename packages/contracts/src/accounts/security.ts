import { z } from 'zod'
import { accountApproval } from '../approval'
import { auditAccount, auditAs } from '../audit'
import { endpoint, PathId, responseOf, SuccessResponse } from '../define'
import type { ExamplesOf } from '../example'
import { nameText } from '../values/text'
import { EnrolmentCode, TotpCode } from './factor-proof'
import { PasskeyAssertion, PasskeyOptions, PasskeyRegistration, passkeyExamples } from './passkeys'

export const factorKinds = ['totp', 'passkey'] as const
/** Codes per set; each can be used once. */
export const recoveryCodeCount = 10
/** Time for which a proof of password or factor counts, in minutes. */
export const stepUpMinutes = 5

const FactorName = nameText('A factor needs a name.').max(40)

export const Factor = z.object({
  _id: z.string(),
  kind: z.enum(factorKinds),
  name: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
  /** Of a passkey. */
  credentialId: z.string().optional(),
})
export type Factor = z.infer<typeof Factor>

const RecoveryCodes = z.array(z.string()).length(recoveryCodeCount)
/** Codes come only with the first factor. */
export const Enrolled = z.object({ success: z.literal(true), recoveryCodes: RecoveryCodes.optional() })

/** Second factors of the caller. Factors may also be managed while the role's policy demands the first one. */
export const securityApi = {
  beginPasskeySignIn: endpoint({
    id: 'accounts.assertion.begin',
    domain: 'accounts',
    route: 'POST /auth/passkey/begin',
    permission: 'public',
    duringMaintenance: true,
    audit: auditAs('Passkey requested', 'began to use a passkey'),
    summary: 'Options for a sign-in or a step-up with a passkey; the challenge is valid for five minutes, once',
    response: z.object({ success: z.literal(true), challenge: z.string(), passkey: PasskeyOptions }),
  }),
  stepUp: endpoint({
    id: 'accounts.session.prove',
    domain: 'accounts',
    route: 'POST /auth/step-up',
    permission: 'any',
    duringEnrolment: true,
    duringMaintenance: true,
    audit: auditAs('Step-up', 'confirmed the identity'),
    summary: 'Prove password or factor again; it counts for five minutes',
    body: z.union([
      z.strictObject({ password: z.string().min(1).max(256) }),
      z.strictObject({ totp: TotpCode }),
      z.strictObject({ passkey: PasskeyAssertion }),
    ]),
    response: z.object({ success: z.literal(true), provenUntil: z.iso.datetime() }),
  }),
  factors: endpoint({
    id: 'accounts.factor.list',
    domain: 'accounts',
    route: 'GET /security/factors',
    permission: 'any',
    duringEnrolment: true,
    summary: "The caller's factors, and what adding one needs",
    response: responseOf(z.array(Factor), {
      recoveryCodesLeft: z.number().int(),
      /** The policy lets the role have factors. */
      mayEnrol: z.boolean(),
      /** The factors were removed by a superior, whose code the next one needs. */
      needsEnrolmentCode: z.boolean(),
    }),
  }),
  beginTotp: endpoint({
    id: 'accounts.totp.begin',
    domain: 'accounts',
    route: 'POST /security/totp/begin',
    permission: 'any',
    stepUp: 'factor',
    duringEnrolment: true,
    audit: auditAs('Authenticator begun', 'began to add an authenticator app'),
    summary: 'A new secret for an authenticator app, as text and as `otpauth:` URI; counts once it is confirmed',
    body: z.strictObject({ name: FactorName.optional() }),
    response: z.object({ success: z.literal(true), secret: z.string(), uri: z.string() }),
  }),
  confirmTotp: endpoint({
    id: 'accounts.totp.confirm',
    domain: 'accounts',
    route: 'POST /security/totp/confirm',
    permission: 'any',
    stepUp: 'factor',
    duringEnrolment: true,
    audit: auditAs('Authenticator added', 'added an authenticator app'),
    summary: 'Add the authenticator app with a code of it; the first factor comes with recovery codes, shown once',
    body: z.strictObject({ name: FactorName.optional(), code: TotpCode, enrolmentCode: EnrolmentCode.optional() }),
    response: Enrolled,
  }),
  beginPasskey: endpoint({
    id: 'accounts.passkey.begin',
    domain: 'accounts',
    route: 'POST /security/passkeys/begin',
    permission: 'any',
    stepUp: 'factor',
    duringEnrolment: true,
    audit: auditAs('Passkey begun', 'began to add a passkey'),
    summary: 'Creation options for a new passkey',
    response: responseOf(PasskeyOptions),
  }),
  finishPasskey: endpoint({
    id: 'accounts.passkey.finish',
    domain: 'accounts',
    route: 'POST /security/passkeys/finish',
    permission: 'any',
    stepUp: 'factor',
    duringEnrolment: true,
    audit: auditAs('Passkey added', 'added a passkey'),
    summary: 'Add the passkey; the first factor comes with recovery codes, shown once',
    body: z.strictObject({
      name: FactorName,
      passkey: PasskeyRegistration,
      enrolmentCode: EnrolmentCode.optional(),
    }),
    response: Enrolled,
  }),
  removeFactorsOf: endpoint({
    id: 'accounts.factor.reset',
    domain: 'accounts',
    route: 'DELETE /security/factors/of/:userId',
    permission: 'player.manage',
    stepUp: 'factor',
    approval: accountApproval('superadmin.change', 'userId'),
    audit: auditAccount('Factors removed', 'userId', 'removed all factors of {object}'),
    summary:
      'Remove all factors of an account below, e.g. after a lost phone; its sessions end. Its owner needs the code to add a factor again',
    params: z.strictObject({ userId: PathId }),
    response: z.object({ success: z.literal(true), enrolmentCode: z.string() }),
  }),
  renameFactor: endpoint({
    id: 'accounts.factor.rename',
    domain: 'accounts',
    route: 'PATCH /security/factors/:id',
    permission: 'any',
    duringEnrolment: true,
    audit: auditAs('Factor renamed', 'renamed a factor'),
    summary: 'Give one of your factors another name',
    params: z.strictObject({ id: PathId }),
    body: z.strictObject({ name: FactorName }),
    response: SuccessResponse,
  }),
  removeFactor: endpoint({
    id: 'accounts.factor.remove',
    domain: 'accounts',
    route: 'DELETE /security/factors/:id',
    permission: 'any',
    stepUp: 'factor',
    audit: auditAs('Factor removed', 'removed a factor'),
    summary: 'Remove one of your factors; the last one takes the recovery codes with it',
    params: z.strictObject({ id: PathId }),
    response: SuccessResponse,
  }),
  replaceRecoveryCodes: endpoint({
    id: 'accounts.recovery.replace',
    domain: 'accounts',
    route: 'POST /security/recovery-codes',
    permission: 'any',
    stepUp: 'factor',
    audit: auditAs('Recovery codes replaced', 'replaced the recovery codes'),
    summary: 'Ten new recovery codes, shown once; the old ones no longer work',
    response: z.object({ success: z.literal(true), recoveryCodes: RecoveryCodes }),
  }),
}

export const securityExamples = (): ExamplesOf<typeof securityApi> => {
  const at = '2026-01-05T10:00:00.000Z'
  const recoveryCodes = Array.from({ length: recoveryCodeCount }, (_, index) => `K7Q2M-9XB4${index}`)
  return {
    fields: { userId: 'id-master', id: 'id-factor', name: 'Phone', code: '123456' },
    beginPasskeySignIn: {
      response: { challenge: passkeyExamples.options.challenge, passkey: passkeyExamples.options },
    },
    stepUp: { body: { password: 'correct-horse' }, response: { provenUntil: '2026-01-05T10:05:00.000Z' } },
    factors: {
      response: {
        data: [{ _id: 'id-factor', kind: 'totp', name: 'Phone', createdAt: at, lastUsedAt: null }],
        recoveryCodesLeft: 10,
        mayEnrol: true,
        needsEnrolmentCode: false,
      },
    },
    beginTotp: {
      response: {
        secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
        uri: 'otpauth://totp/Cascade:admin1?issuer=Cascade&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
      },
    },
    confirmTotp: { body: { name: 'Phone', code: '123456' }, response: { recoveryCodes } },
    beginPasskey: { response: { data: passkeyExamples.options } },
    finishPasskey: { body: { name: 'Phone', passkey: passkeyExamples.registration }, response: { recoveryCodes } },
    removeFactorsOf: { response: { enrolmentCode: 'K7Q2M-9XB40' } },
    replaceRecoveryCodes: { response: { recoveryCodes } },
  }
}
