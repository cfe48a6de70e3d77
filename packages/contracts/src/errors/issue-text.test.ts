import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { issueText } from './issue-text'

const sentenceOf = (schema: z.ZodType, value?: unknown) =>
  schema.safeParse(value, { error: issueText }).error?.issues[0]?.message

it.each<[schema: z.ZodType, value: unknown, sentence: string]>([
  [z.string(), undefined, 'This is required'],
  [z.string(), 7, 'A text is needed'],
  [z.number(), '7', 'A number is needed'],
  [z.number(), '8,25', 'Write decimals with a point: 8.25'],
  [z.number(), Number.NaN, 'A number is needed'],
  [z.coerce.number(), 'x', 'A number is needed'],
  [z.number().int(), 7.5, 'A whole number is needed'],
  [z.boolean(), 'yes', 'True or false is needed'],
  [z.array(z.string()), {}, 'A list is needed'],
  [z.strictObject({}), [], 'An object is needed'],
  [z.strictObject({}), { a: 1 }, 'Unknown field'],
  [z.literal('a'), 'b', 'Must be a'],
  [z.enum(['a', 'b', 'c']), 'd', 'Must be a, b or c'],
  [z.enum(['a', 'b', 'c']), undefined, 'This is required'],
  [z.string().min(1), '', 'This is required'],
  [z.string().min(3), '', 'At least 3 characters'],
  [z.string().max(1), 'ab', 'At most 1 character'],
  [z.string().length(2), 'abc', 'Exactly 2 characters'],
  [z.number().min(5), 4, 'At least 5'],
  [z.number().positive(), 0, 'More than 0'],
  [z.number().lt(5), 5, 'Less than 5'],
  [z.array(z.string()).max(2), ['', '', ''], 'At most 2 items'],
  [z.number().multipleOf(0.01), 0.005, 'At most two decimals'],
  [z.email(), 'x', 'Not an email address'],
  [z.iso.date(), 'x', 'Not a date'],
  [z.string().regex(/^a$/), 'x', 'Invalid format'],
  [z.union([z.string(), z.number()]), true, 'This value is not accepted'],
])('describes invalid value %# in words', (schema, value, sentence) => expect(sentenceOf(schema, value)).toBe(sentence))

describe('the text of an issue', () => {
  it('is the message of the schema if it has its own', () => {
    expect(sentenceOf(z.string({ error: 'Name is required' }))).toBe('Name is required')
    expect(sentenceOf(z.number().max(5, 'Five, not more'), 6)).toBe('Five, not more')
  })
})
