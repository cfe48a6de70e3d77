import type { z } from 'zod'
import { parseNumber } from '../values/parse-number'

type Issue = Parameters<z.core.$ZodErrorMap>[0]

/**
 * Default message for a value that a schema rejects, for schemas without their own. Pass it to every parse whose errors
 * are shown: `schema.safeParse(value, { error: issueText })`.
 */
export function issueText(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return typeErrorText(issue.expected, issue.input)
    case 'invalid_value':
      return issue.input === undefined ? required : `Must be ${joinWithOr(issue.values)}`
    case 'too_small':
      return boundText(
        issue.origin,
        issue.minimum,
        issue.exact ? 'Exactly' : issue.inclusive ? 'At least' : 'More than',
      )
    case 'too_big':
      return boundText(issue.origin, issue.maximum, issue.exact ? 'Exactly' : issue.inclusive ? 'At most' : 'Less than')
    case 'invalid_format':
      return formats[issue.format] ?? 'Invalid format'
    case 'not_multiple_of':
      return issue.divisor === 0.01 ? 'At most two decimals' : `Must be a multiple of ${issue.divisor}`
    case 'unrecognized_keys':
      return 'Unknown field'
    default:
      return notAccepted
  }
}

const required = 'This is required'
const notAccepted = 'This value is not accepted'

const formats: Readonly<Record<string, string>> = {
  email: 'Not an email address',
  url: 'Not a web address',
  date: 'Not a date',
  datetime: 'Not a date with a time',
  uuid: 'Not an id',
}

function typeErrorText(type: string, input: unknown): string {
  if (input === undefined || input === null) return required
  const fault = type === 'number' && typeof input === 'string' ? parseNumber(input).error : undefined
  return fault ?? typeText(type)
}

function typeText(type: string): string {
  const typeName = typeNames[type]
  return typeName === undefined ? notAccepted : `${typeName} is needed`
}
const typeNames: Readonly<Record<string, string>> = {
  string: 'A text',
  number: 'A number',
  int: 'A whole number',
  boolean: 'True or false',
  array: 'A list',
  object: 'An object',
  record: 'An object',
  date: 'A date',
}

/** A minimum length of 1 means "required". */
function boundText(origin: string, bound: number | bigint, how: string): string {
  const unit = units[origin]
  if (unit !== undefined && how === 'At least' && Number(bound) === 1) return required
  return unit === undefined ? `${how} ${bound}` : `${how} ${bound} ${unit}${Number(bound) === 1 ? '' : 's'}`
}
const units: Readonly<Record<string, string>> = { string: 'character', array: 'item', set: 'item', file: 'byte' }

function joinWithOr(values: readonly unknown[]): string {
  const names = values.map(String)
  const last = names.pop()
  return names.length === 0 ? String(last) : `${names.join(', ')} or ${last}`
}
