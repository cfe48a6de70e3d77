import { errorTexts, issueText } from '@cascade/contracts'
import type { Context } from 'hono'
import type { z } from 'zod'
import { AppError, invalid } from '../runtime/errors'

/** Limit of JSON bodies. */
export const jsonLimitBytes = 256 * 1024

/**
 * Reads a JSON body; an empty one is `{}`.
 * @throws AppError VALIDATION for another content type or invalid JSON
 */
export async function readJson(c: Pick<Context, 'req'>): Promise<unknown> {
  return parseJson(await c.req.text(), c.req.header('content-type'))
}

/** @throws AppError VALIDATION for another content type, invalid JSON or a lone surrogate */
export function parseJson(text: string, contentType = ''): unknown {
  if (text === '') return {}
  if (!/^application\/json\b/i.test(contentType)) throw invalid('The body must be JSON.')
  try {
    return /\\u[dD][89a-fA-F]/.test(text) ? JSON.parse(text, rejectLoneSurrogates) : JSON.parse(text)
  } catch (error) {
    throw error instanceof AppError ? error : invalid('The body is not valid JSON.')
  }
}

/** Database, hashes and log would each replace a lone surrogate differently. */
function rejectLoneSurrogates(key: string, value: unknown): unknown {
  const texts = typeof value === 'string' ? [key, value] : [key]
  if (texts.some(text => /\p{Cs}/u.test(text))) throw invalid('The body contains half a character (a lone surrogate).')
  return value
}

/**
 * Parses the input of a request.
 * @throws AppError VALIDATION with the first issue's text as message and one text per field in `errors`
 */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input, { error: issueText })
  if (result.success) return result.data
  // Not an object: a field may be named `constructor`.
  const errors = new Map<string, string>()
  for (const issue of result.error.issues) {
    for (const name of issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.join('.')]) {
      if (!errors.has(name)) errors.set(name, issue.message)
    }
  }
  const [first] = errors.values()
  throw new AppError('VALIDATION', first ?? errorTexts.validation, { errors: Object.fromEntries(errors) })
}
