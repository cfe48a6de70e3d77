import { z } from 'zod'
import { isPastDate, pastDate } from '../values/days'
import { withTwoDecimals } from '../values/points'
import { codeText, freeText, nameText } from '../values/text'
import { newPasswordSchema } from './auth'
import { parseCode } from './parse-code'

/** Messages as the specification words them. */
export const requiredText = (label: string) => `${label} is required`

export function textField(label: string, max = 100) {
  const missing = requiredText(label)
  const schema = freeText(missing).min(1, missing).max(max, `At most ${max} characters`)
  return { label, missing, schema, max, stored: 'plain', read: z.string().optional(), input: 'text' } as const
}
export function nameField(label: string) {
  const entry = textField(label)
  return { ...entry, schema: nameText(entry.missing).max(entry.max, `At most ${entry.max} characters`) } as const
}

/** A numeric code. If the caller sent a string, the message says why it is not a valid code. */
export function digitsField<I extends 'tel' | 'digits' | 'pin'>(
  label: string,
  input: I,
  max: number,
  missing = requiredText(label),
) {
  const most = 10 ** max - 1
  const error = ({ input: sent }: { input?: unknown }) => {
    const { value, error } = parseCode(typeof sent === 'string' ? sent : '', { label, input })
    return value === null ? missing : (error ?? `${label} must be a number`)
  }
  const schema = z.number({ error }).int(missing).min(0, missing).max(most, `At most ${most}`)
  return { label, missing, schema, max, input } as const
}

export const percentMissing = 'Commission must be a number'
const percentRange = 'Must be between 0 and 100'
export const Commission = withTwoDecimals(
  z.number({ error: percentMissing }).min(0, percentRange).max(100, percentRange),
)

/** Shares its missing-field message with the PIN. */
export const Password = newPasswordSchema(requiredText('PIN'))

/** A calendar day before today: `YYYY-MM-DD`, or a full ISO timestamp whose time part is ignored. */
export const BirthDay = z
  .string({ error: requiredText('Date of Birth') })
  .regex(/^\d{4}-\d{2}-\d{2}(T.*)?$/, 'Not a date')
  .meta({ format: pastDate })
  .transform(value => value.slice(0, 10))
  .refine(isPastDate, 'Not a past date')

export const Email = codeText(requiredText('Email'))
  .min(1, requiredText('Email'))
  .check(z.email('Not an email address'))
  .regex(/^.{1,64}@/, 'Not an email address')
  .max(200)

/** A text of one format; an invalid text has the same message as a missing one. */
export const codeField = (pattern: RegExp, missing: string) => codeText(missing).regex(pattern, missing)

/** @param options values with their labels */
export function choiceField<T extends string>(label: string, options: Readonly<Record<T, string>>) {
  const schema = z.enum(Object.keys(options) as T[])
  const missing = requiredText(label)
  return { label, missing, schema, options, stored: 'plain', read: schema.optional(), input: 'choice' } as const
}
