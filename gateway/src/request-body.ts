import type { IncomingMessage } from 'node:http'
import { Transform } from 'node:stream'
import { refusals } from '@cascade/contracts'
import { AppError, invalid } from '@cascade/service-kit'

const jsonLimit = 256 * 1024
const multipartLimit = 10 * 1024 * 1024

const tooLarge = () => new AppError('TOO_LARGE', refusals.tooLarge)

/**
 * The whole body of a JSON call, counted while it arrives, whatever its headers claim.
 * @throws AppError TOO_LARGE, or VALIDATION for a compressed one, which could grow when unpacked
 */
export function readJsonBody(request: IncomingMessage): Promise<Buffer> {
  refuseByHeaders(request, jsonLimit)
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const give = (error?: Error) => {
      request.off('data', take).off('end', end).off('error', give).off('close', cut)
      if (error) reject(error)
      else resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks))
    }
    const take = (chunk: Buffer) => {
      size += chunk.length
      if (size > jsonLimit) give(tooLarge())
      else chunks.push(chunk)
    }
    const end = () => give()
    const cut = () => give(invalid('The request broke off.'))
    request.on('data', take).on('end', end).on('error', give).on('close', cut)
  })
}

/** A multipart body on its way to the service; it breaks off with TOO_LARGE where it passes the limit. */
export function limitedBody(request: IncomingMessage): Transform {
  refuseByHeaders(request, multipartLimit)
  let size = 0
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      done(size > multipartLimit ? tooLarge() : null, chunk)
    },
  })
  request.on('error', error => counted.destroy(error))
  request.on('close', () => {
    if (!request.complete) counted.destroy(invalid('The request broke off.'))
  })
  return request.pipe(counted)
}

function refuseByHeaders({ headers }: IncomingMessage, limit: number) {
  if (Number(headers['content-length'] ?? 0) > limit) throw tooLarge()
  if (headers['content-encoding'] && headers['content-encoding'] !== 'identity') {
    throw invalid('The body must not be compressed.')
  }
}
