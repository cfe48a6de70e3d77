import { z } from 'zod'
import { codeText } from '../values/text'
import { PasskeyAssertion } from './passkeys'

/** Six digits, typed or pasted with a space in the middle. */
export const TotpCode = codeText()
  .max(20)
  .transform(code => code.replace(/[\s-]/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'Six digits'))
const RecoveryCode = codeText()
  .max(40)
  .transform(code => code.replace(/[\s-]/g, '').toUpperCase())
  .pipe(z.string().regex(/^[0-9A-Z]{10}$/, 'Ten letters and digits'))

/** A proof of a second factor. */
export const FactorProof = z.union([
  z.strictObject({ totp: TotpCode }),
  z.strictObject({ recovery: RecoveryCode }),
  z.strictObject({ passkey: PasskeyAssertion }),
])
export type FactorProof = z.infer<typeof FactorProof>
