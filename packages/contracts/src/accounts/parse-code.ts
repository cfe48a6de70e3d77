import {
  exactDigitsMax,
  exponentText,
  foldSigns,
  isExponent,
  type ParsedNumber,
  tooLongText,
} from '../values/parse-number'

type Code = { label: string; input: 'tel' | 'digits' | 'pin' }

/**
 * Parses the digits of a phone, a PIN code or a PIN. They are stored as a number, so input that would lose a digit or a
 * sign is rejected. A phone may be grouped as usual, a code by spaces.
 */
export function parseCode(text: string, { label, input }: Code): ParsedNumber {
  const typed = foldSigns(text)
  if (typed === '') return { value: null }
  const marks = input === 'tel' ? /^\+|[\s()-]/g : /\s/g
  const digits = typed.replace(marks, '')
  const fault = faultOf(typed, digits, label)
  return fault === undefined ? { value: Number(digits) } : { value: Number.NaN, error: fault }
}

function faultOf(typed: string, digits: string, label: string): string | undefined {
  if (isExponent(typed)) return exponentText
  const other = typed.startsWith('-') ? '-' : /\D/u.exec(digits)?.[0]
  if (other !== undefined) return `${label} takes digits only, not "${other}"`
  if (digits === '') return `${label} takes digits only`
  if (/^0\d/.test(digits)) return `${label} cannot begin with 0`
  return digits.length > exactDigitsMax ? tooLongText : undefined
}
