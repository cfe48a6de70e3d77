import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { request as httpsRequest } from 'node:https'

export type RawRequest = {
  method?: string
  path: string
  headers?: Record<string, string>
  json?: unknown
  body?: string | Buffer
  chunked?: boolean
  /** Sends it with TLS, trusting this certificate. */
  ca?: Buffer
}
export type RawAnswer = {
  status: number
  headers: IncomingHttpHeaders
  bytes: Buffer
  text: string
  json: Record<string, unknown>
}

export function sendRaw(port: number, { method = 'GET', path, headers, json, body, chunked, ca }: RawRequest) {
  const content = json === undefined ? body : JSON.stringify(json)
  return new Promise<RawAnswer>((resolve, reject) => {
    const request = (ca ? httpsRequest : httpRequest)({
      host: '127.0.0.1',
      ca,
      port,
      method,
      path,
      agent: false,
      headers: {
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...(content === undefined || chunked ? {} : { 'content-length': String(Buffer.byteLength(content)) }),
        ...headers,
      },
    })
    request.on('response', response => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const bytes = Buffer.concat(chunks)
        const text = bytes.toString('utf8')
        resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes, text, json: parse(text) })
      })
    })
    request.on('error', reject)
    if (content !== undefined && chunked) {
      const bytes = Buffer.from(content)
      for (let at = 0; at < bytes.length; at += 16_384) request.write(bytes.subarray(at, at + 16_384))
    } else if (content !== undefined) request.write(content)
    request.end()
  })
}

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return {}
  }
}
