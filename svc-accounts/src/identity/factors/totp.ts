import { Secret, TOTP } from 'otpauth'

/** RFC 6238: SHA-1, six digits, 30 s, one step either way. */
const settings = { algorithm: 'SHA1', digits: 6, period: 30 } as const
const window = 1

export const newTotpSecret = () => new Uint8Array(new Secret({ size: 20 }).bytes)

const totpOf = (secret: Uint8Array, name = {}) =>
  new TOTP({ ...settings, ...name, secret: new Secret({ buffer: Uint8Array.from(secret).buffer }) })

/** The secret as text to type, and as URI for a QR code. Apps replace an entry of the same issuer and label. */
export function describeTotp(secret: Uint8Array, name: { issuer: string; label: string }) {
  const totp = totpOf(secret, name)
  return { secret: totp.secret.base32, uri: totp.toString() }
}

/** The time step that a code belongs to; undefined for a wrong one. */
export function findTotpStep(secret: Uint8Array, code: string, now: Date): number | undefined {
  const timestamp = now.getTime()
  const delta = totpOf(secret).validate({ token: code, timestamp, window })
  return delta === null ? undefined : Math.floor(timestamp / (settings.period * 1000)) + delta
}
