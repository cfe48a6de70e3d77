import { z } from 'zod'
import { foldDigits } from '../values/fold-digits'
import { codeText } from '../values/text'
import { PasskeyAssertion } from './passkeys'

/** A code as people type or paste it: with spaces, dashes, invisible marks, and digits of any script. */
export const bareCode = (text: string) => foldDigits(text).replace(/[^\p{L}\p{N}]/gu, '')

/** Six digits. */
export const TotpCode = codeText()
  .max(40)
  .transform(bareCode)
  .pipe(z.string().regex(/^\d{6}$/, 'A code of the app has six digits.'))
const RecoveryCode = codeText()
  .max(40)
  .transform(code => bareCode(code).toUpperCase())
  .pipe(z.string().regex(/^[0-9A-Z]{10}$/, 'A recovery code has ten letters and digits.'))
/** The code that a superior hands over after the factors of an account were removed. */
export const EnrolmentCode = RecoveryCode

/** A proof of a second factor. */
export const FactorProof = z.union([
  z.strictObject({ totp: TotpCode }),
  z.strictObject({ recovery: RecoveryCode }),
  z.strictObject({ passkey: PasskeyAssertion }),
])
export type FactorProof = z.infer<typeof FactorProof>
