import type { IncomingMessage } from 'node:http'
import { Transform } from 'node:stream'
import { invalid, jsonLimitBytes, tooLarge } from '@cascade/service-kit'

/** A slower sender is gone, or holds back on purpose. */
const jsonDeadlineMs = 15_000

/**
 * Reads a JSON body with a limit on the actual size.
 * @throws AppError TOO_LARGE, or VALIDATION for a compressed body, which could expand
 */
export function readJsonBody(request: IncomingMessage, bytesMax = jsonLimitBytes): Promise<Buffer> {
  rejectByHeaders(request, bytesMax)
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const deadline = setTimeout(() => settle(invalid('The request did not arrive in time.')), jsonDeadlineMs)
    const settle = (error?: Error) => {
      clearTimeout(deadline)
      request.off('data', collect).off('end', end).off('error', settle).off('close', cut)
      if (error) reject(error)
      else resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks))
    }
    const collect = (chunk: Buffer) => {
      size += chunk.length
      if (size > bytesMax) settle(tooLarge())
      else chunks.push(chunk)
    }
    const end = () => settle()
    const cut = () => settle(invalid('The request was interrupted.'))
    request.on('data', collect).on('end', end).on('error', settle).on('close', cut)
  })
}

/**
 * Streams a body with a limit; fails with TOO_LARGE mid-stream.
 * @throws AppError TOO_LARGE or VALIDATION for its headers
 */
export function limitedBody(request: IncomingMessage, limitBytes: number): Transform {
  rejectByHeaders(request, limitBytes)
  let size = 0
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      done(size > limitBytes ? tooLarge() : null, chunk)
    },
  })
  request.on('error', error => counted.destroy(error))
  request.on('close', () => {
    if (!request.complete) counted.destroy(invalid('The request was interrupted.'))
  })
  return request.pipe(counted)
}

function rejectByHeaders({ headers }: IncomingMessage, limit: number) {
  if (Number(headers['content-length'] ?? 0) > limit) throw tooLarge()
  if (headers['content-encoding'] && headers['content-encoding'] !== 'identity') {
    throw invalid('The body must not be compressed.')
  }
}
