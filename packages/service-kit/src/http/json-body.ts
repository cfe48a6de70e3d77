import type { Context } from 'hono'
import { invalid } from './errors'

/** JSON bodies, and everything that is read as a whole before it is understood. */
export const jsonLimitBytes = 256 * 1024

/**
 * The JSON body of a request. An absent body is an empty object: deletes and toggles carry none.
 * @throws AppError VALIDATION when the content type or the text is not JSON.
 */
export async function readJson(c: Pick<Context, 'req'>): Promise<unknown> {
  return parseJson(await c.req.text(), c.req.header('content-type'))
}

/** @throws AppError VALIDATION when the content type or the text is not JSON. */
export function parseJson(text: string, contentType = ''): unknown {
  if (text === '') return {}
  if (!/^application\/json\b/i.test(contentType)) throw invalid('The body must be JSON.')
  try {
    return JSON.parse(text)
  } catch {
    throw invalid('The body is not valid JSON.')
  }
}
