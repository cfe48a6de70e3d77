import { afterAll, describe, expect, it } from 'vitest'
import { startWorld } from '../testing/world'

const metricsToken = 'token-of-the-metrics'

const world = await startWorld({
  env: {
    PUBLIC_ORIGIN: 'https://office.example.com',
    SECURITY_CONTACT: 'mailto:security@example.com',
    METRICS_TOKEN: metricsToken,
  },
})
afterAll(() => world.stop())

describe('pages', () => {
  it('may use only the browser features of our screens; responses to calls carry no such list', async () => {
    const policy = String((await world.send({ path: '/' })).headers['permissions-policy']).split(', ')
    expect(policy).toEqual(
      expect.arrayContaining(['camera=()', 'publickey-credentials-get=(self)', 'web-share=(self)']),
    )
    expect(policy.filter(entry => !/^[a-z-]+=\((?:self)?\)$/.test(entry))).toEqual([])
    expect((await world.send({ path: '/api/none' })).headers).not.toHaveProperty('permissions-policy')
  })
})

describe('the content policy', () => {
  it('requires trusted types in pages of the shell, and names where browsers report to', async () => {
    const policyOf = async (path: string) => String((await world.send({ path })).headers['content-security-policy'])
    const page = await policyOf('/superadmin/dashboard')
    expect(page).toContain("; require-trusted-types-for 'script'; trusted-types default; report-uri /csp-reports")
    for (const path of ['/docs', '/docs?a=1', '/docs/manual']) {
      expect(await policyOf(path)).toMatch(/script-src 'self';(?!.*trusted-types).*report-to csp$/)
    }
    expect(await policyOf('/api/none')).not.toContain('report')
  })

  const report = (headers: Record<string, string>, json: unknown) =>
    world.send({ method: 'POST', path: '/csp-reports', headers, body: JSON.stringify(json) })
  const [single, several] = ['application/csp-report', 'application/reports+json']

  it('counts violations by directive, reported in either format of browsers', async () => {
    const page = 'https://office.example.com/a?token=secret'
    const old = {
      'document-uri': page,
      'effective-directive': 'script-src-elem',
      'blocked-uri': 'https://x.example/y?z',
    }
    expect((await report({ 'content-type': single }, { 'csp-report': old })).status).toBe(204)
    const body = { documentURL: page, effectiveDirective: 'made-up', blockedURL: 'inline' }
    const reports = [{ type: 'csp-violation', body }, { body: { ...body, effectiveDirective: 'trusted-types' } }]
    expect((await report({ 'content-type': `${several}; charset=utf-8` }, reports)).status).toBe(204)
    const { text } = await world.send({ path: '/metrics', headers: { authorization: `Bearer ${metricsToken}` } })
    const counted = [...text.matchAll(/csp_violations_total\{directive="([^"]+)",service="gateway"\} (\d+)/g)].map(
      ([, ...row]) => row,
    )
    expect(Object.fromEntries(counted)).toEqual({ 'script-src': '1', other: '1', 'trusted-types': '1' })
  })

  it('accepts reports in these formats only, up to 16 kB, twenty times a minute', async () => {
    expect((await report({ 'content-type': 'application/json' }, [])).status).toBe(400)
    expect((await report({ 'content-type': single }, [])).status).toBe(400)
    expect((await report({ 'content-type': several }, ['x'.repeat(17 * 1024)])).status).toBe(413)
    const answers = await Promise.all(Array.from({ length: 20 }, () => report({ 'content-type': several }, [])))
    expect(answers.map(({ status }) => status)).toContain(429)
  })
})

describe('security.txt', () => {
  it('names the contact until a day within the next year', async () => {
    const { status, headers, text } = await world.send({ path: '/.well-known/security.txt' })
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
    const [contact, expires = '', ...rest] = text.trimEnd().split('\n')
    expect([contact, ...rest]).toEqual([
      'Contact: mailto:security@example.com',
      'Preferred-Languages: en',
      'Canonical: https://office.example.com/.well-known/security.txt',
    ])
    const daysLeft = (Date.parse(expires.replace('Expires: ', '')) - Date.now()) / (24 * 60 * 60_000)
    expect(daysLeft > 0 && daysLeft < 365).toBe(true)
  })

  it('names no canonical address without TLS', async () => {
    const { send, stop } = await world.startAnother({ PUBLIC_ORIGIN: 'http://localhost:8080' })
    expect((await send({ path: '/.well-known/security.txt' })).text).not.toContain('Canonical')
    await stop()
  })

  it('is missing without a contact', async () => {
    const { send, stop } = await world.startAnother({ SECURITY_CONTACT: '' })
    expect((await send({ path: '/.well-known/security.txt' })).status).toBe(404)
    await stop()
  })
})
