import { z } from 'zod'

const Base64Url = z
  .string()
  .regex(/^[A-Za-z0-9_-]+$/)
  .max(16_384)
/** Extensions are not used; browsers send an object, mostly empty. */
const Extensions = z.record(z.string().max(64), z.unknown())

const credentialShape = {
  id: Base64Url,
  rawId: Base64Url,
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).nullish(),
  clientExtensionResults: Extensions,
}

/** A new passkey, as `navigator.credentials.create()` returns it in JSON. */
export const PasskeyRegistration = z.strictObject({
  ...credentialShape,
  response: z.strictObject({
    clientDataJSON: Base64Url,
    attestationObject: Base64Url,
    authenticatorData: Base64Url.optional(),
    publicKey: Base64Url.optional(),
    publicKeyAlgorithm: z.number().int().optional(),
    transports: z.array(z.string().max(32)).max(10).optional(),
  }),
})
export type PasskeyRegistration = z.infer<typeof PasskeyRegistration>

/** A proof of possession, as `navigator.credentials.get()` returns it in JSON. */
export const PasskeyAssertion = z.strictObject({
  ...credentialShape,
  response: z.strictObject({
    clientDataJSON: Base64Url,
    authenticatorData: Base64Url,
    signature: Base64Url,
    userHandle: Base64Url.nullish(),
  }),
})
export type PasskeyAssertion = z.infer<typeof PasskeyAssertion>

/** Options for the browser, in the JSON form of WebAuthn level 3. */
export const PasskeyOptions = z.looseObject({ challenge: Base64Url })
export type PasskeyOptions = z.infer<typeof PasskeyOptions>

const registrationResponse = { clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0', attestationObject: 'o2Nmb3I' }
const assertionResponse = {
  clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0',
  authenticatorData: 'SZYN',
  signature: 'MEUC',
}
const credential = { id: 'cGFzc2tleQ', rawId: 'cGFzc2tleQ', type: 'public-key' as const, clientExtensionResults: {} }

export const passkeyExamples = {
  options: { challenge: 'Y2hhbGxlbmdl', rpId: 'office.example.com', userVerification: 'required' },
  registration: { ...credential, response: registrationResponse },
  assertion: { ...credential, response: assertionResponse },
}
