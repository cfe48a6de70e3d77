import { issueText, refusals } from '@cascade/contracts'
import type { Context } from 'hono'
import type { z } from 'zod'
import { AppError, invalid } from '../errors'

/** JSON bodies, and everything that is read as a whole before it is understood. */
export const jsonLimitBytes = 256 * 1024

/**
 * The JSON body of a request. An absent body is an empty object: deletes and toggles carry none.
 * @throws AppError VALIDATION when the content type or the text is not JSON.
 */
export async function readJson(c: Pick<Context, 'req'>): Promise<unknown> {
  return parseJson(await c.req.text(), c.req.header('content-type'))
}

/** @throws AppError VALIDATION when the content type or the text is not JSON, or a string holds half a character. */
export function parseJson(text: string, contentType = ''): unknown {
  if (text === '') return {}
  if (!/^application\/json\b/i.test(contentType)) throw invalid('The body must be JSON.')
  try {
    return /\\u[dD][89a-fA-F]/.test(text) ? JSON.parse(text, rejectLoneSurrogates) : JSON.parse(text)
  } catch (error) {
    throw error instanceof AppError ? error : invalid('The body is not valid JSON.')
  }
}

/** A lone surrogate is no character: the database, hashes and the log would each make something else of it. */
function rejectLoneSurrogates(key: string, value: unknown): unknown {
  const texts = typeof value === 'string' ? [key, value] : [key]
  if (texts.some(text => /\p{Cs}/u.test(text))) throw invalid('The body contains half a character (a lone surrogate).')
  return value
}

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
