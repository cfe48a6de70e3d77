import { z } from 'zod'
import { foldDigits } from './fold-digits'

/** A number typed by a user: null for an empty text, NaN with `fault` for an ambiguous or invalid one. */
export type ParsedNumber = { value: number | null; error?: string }

/** Digits that a JSON number represents exactly. */
export const exactDigitsMax = 15

const numberPattern = /^[+-]?(\d+|[1-9]\d{0,2}(,\d{3})+|[1-9]\d?(,\d{2})*,\d{3})?(\.\d*)?$/

/**
 * Parses a typed number strictly: grouped by thousands or Indian style, with a decimal point, in digits of any script.
 * @param unit optional suffix of the number, e.g. `%`
 */
export function parseNumber(text: string, unit = ''): ParsedNumber {
  const plain = foldSigns(text)
  const typed = unit !== '' && plain.endsWith(unit) ? plain.slice(0, -unit.length).trim() : plain
  if (typed === '') return plain === '' ? { value: null } : invalidNumber(plain)
  const digits = typed.replace(/\D/g, '').replace(/^0+/, '')
  if (digits.length > exactDigitsMax) return { value: Number.NaN, error: tooLongText }
  if (!numberPattern.test(typed) || !/\d/.test(typed)) return invalidNumber(typed)
  if (hasMixedScripts(text)) return { value: Number.NaN, error: 'Write all digits in one script' }
  return { value: Number(typed.replaceAll(',', '')) }
}

export const tooLongText = `At most ${exactDigitsMax} digits`
export const exponentText = 'Write all digits, without an exponent'
export const isExponent = (text: string) => /\d[.,]?e[+-]?\d/i.test(text)

/** Normalises digits and signs to ASCII and drops invisible characters. */
export const foldSigns = (text: string): string =>
  foldDigits(text)
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/[\uff0b\uff05\uff0c\uff0e]/g, sign => sign.normalize('NFKC'))
    .replace(/[\u066a-\u066c]/g, sign => '%.,'.charAt(sign.charCodeAt(0) - 0x66a))
    .trim()

/** Digits of different scripts can look alike. */
const hasMixedScripts = (text: string) => /[0-9]/.test(text) && /[^\P{Nd}0-9]/u.test(text)

function invalidNumber(typed: string): ParsedNumber {
  return { value: Number.NaN, error: faultOf(typed) }
}

const decimalComma = /^([+-]?)(\d{1,3}(?:\.\d{3})+|\d*),(\d{1,2})$/
const zeroComma = /^([+-]?)(0),(\d+)$/

function faultOf(typed: string): string {
  if (/\p{Sc}/u.test(typed)) return 'Leave out the currency sign'
  if (isExponent(typed)) return exponentText
  if (/\p{L}/u.test(typed)) return 'Write digits only, without letters'
  if (typed.includes('%')) return 'Leave out the percent sign'
  if (/\d\s+[\d.,]/.test(typed)) return 'Leave out the spaces'
  const [, sign, whole, decimals] = decimalComma.exec(typed) ?? zeroComma.exec(typed) ?? []
  if (decimals) return `Write decimals with a point: ${sign}${whole?.replaceAll('.', '') || 0}.${decimals}`
  if (/^[+-]?[\d.,'’]*\d[\d.,'’]*$/.test(typed)) return 'Group digits as in 1,000,000 or 10,00,000, or not at all'
  return 'Write a number, such as 1250.50'
}

/** A number that arrives as text, in a query or a form; parsed like the input of a field. */
export const numericText = <S extends z.ZodType>(number: S) =>
  z.preprocess(input => {
    if (typeof input !== 'string') return input
    const { value, error } = parseNumber(input)
    return error === undefined ? (value ?? undefined) : input
  }, number)
