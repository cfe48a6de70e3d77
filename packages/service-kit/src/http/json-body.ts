import type { Context } from 'hono'
import { invalid } from './errors'

/**
 * The JSON body of a request. An absent body is an empty object: deletes and toggles carry none.
 * @throws AppError VALIDATION when the content type or the text is not JSON.
 */
export async function readJson(c: Pick<Context, 'req'>): Promise<unknown> {
  const text = await c.req.text()
  if (text === '') return {}
  if (!/^application\/json\b/i.test(c.req.header('content-type') ?? '')) throw invalid('The body must be JSON.')
  try {
    return JSON.parse(text)
  } catch {
    throw invalid('The body is not valid JSON.')
  }
}
