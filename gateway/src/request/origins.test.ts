import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { createOrigins } from './origins'

const requestFrom = (origin: string, headers = {}) =>
  ({ headers: { host: 'gateway.internal:3000', origin, ...headers } }) as IncomingMessage

function makeOrigins(publicOrigin?: string) {
  const lines: { about: unknown; text: string }[] = []
  const logger = { warn: (about: unknown, text: string) => lines.push({ about, text }) }
  return { lines, origins: createOrigins(['https://play.example'], publicOrigin, logger as never) }
}

describe('the check of origins', () => {
  it('rejects pages of other origins with a reason, and logs each origin once with the setting', () => {
    const { lines, origins } = makeOrigins()
    const reads = ['https://office.example', 'https://office.example', 'https://other.example:8443']
    for (const origin of reads) {
      const rejection = expect.objectContaining({ code: 'FORBIDDEN', reason: 'ORIGIN_NOT_ALLOWED' }) as Error
      expect(() => origins.requireOwnPage(requestFrom(origin))).toThrow(rejection)
    }
    const host = 'gateway.internal:3000'
    expect(lines.map(({ about }) => about)).toEqual([
      { origin: 'https://office.example', host },
      { origin: 'https://other.example:8443', host },
    ])
    expect(lines[0]?.text).toContain('PUBLIC_ORIGIN')
  })

  it('logs at most a hundred origins', () => {
    const { lines, origins } = makeOrigins()
    for (let page = 0; page < 300; page += 1) {
      expect(() => origins.requireOwnPage(requestFrom(`https://${page}.example`))).toThrow()
    }
    expect(lines).toHaveLength(100)
  })

  it('logs nothing for its own pages, PUBLIC_ORIGIN and the allow-list', () => {
    const { lines, origins } = makeOrigins('https://office.example')
    for (const origin of ['https://office.example', 'https://play.example', 'http://gateway.internal:3000']) {
      origins.requireOwnPage(requestFrom(origin))
    }
    const crossSite = requestFrom('https://office.example', { 'sec-fetch-site': 'cross-site' })
    expect(() => origins.requireOwnPage(crossSite)).toThrow()
    expect(lines).toHaveLength(1)
  })
})
