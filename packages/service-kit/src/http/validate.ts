import { issueText, refusals } from '@cascade/contracts'
import type { z } from 'zod'
import { AppError } from './errors'

/**
 * Parses input of a request.
 * @throws AppError VALIDATION whose message is the first fault's text and whose `errors` names every field once.
 */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input, { error: issueText })
  if (result.success) return result.data
  // A map: a field may be called `constructor`.
  const errors = new Map<string, string>()
  for (const issue of result.error.issues) {
    for (const name of issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.join('.')]) {
      if (!errors.has(name)) errors.set(name, issue.message)
    }
  }
  const [first] = errors.values()
  throw new AppError('VALIDATION', first ?? refusals.validation, { errors: Object.fromEntries(errors) })
}
