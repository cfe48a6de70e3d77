import { refusals } from '@cascade/contracts'
import type { z } from 'zod'
import { AppError } from './errors'

/**
 * Parses input of a request.
 * @throws AppError VALIDATION whose message is the first fault's text and whose `errors` names every field once.
 */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  const errors: Record<string, string> = {}
  for (const issue of result.error.issues) {
    const names = issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.join('.')]
    for (const name of names) {
      if (!(name in errors)) errors[name] = issue.code === 'unrecognized_keys' ? 'Unknown field' : issue.message
    }
  }
  const first = Object.values(errors)[0]
  throw new AppError('VALIDATION', first ?? refusals.validation, { errors })
}
