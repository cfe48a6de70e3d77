import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, rm, utimes, writeFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { brotliCompressSync, gunzipSync } from 'node:zlib'
import { errorCodes, reasons } from '@cascade/contracts'
import { RemotesDocument } from '@cascade/contracts/gateway'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWorld, until, type World } from '../testing/world'

let world: World
let remote: Server
let remoteUp = true
const received: { url: string | undefined; headers: IncomingHttpHeaders }[] = []
const manifest = '{"name":"mf_live"}'
const hashOf = (content: string) => `sha256-${createHash('sha256').update(content).digest('base64')}`
const served: Record<string, string> = {
  '/mf-manifest.json': manifest,
  '/static/a.0123abcd.js': 'changed()',
  '/static/b.0123abcd.js': 'b()'.repeat(1000),
}
let listedFiles: Record<string, string> = {
  'mf-manifest.json': hashOf(manifest),
  'static/a.0123abcd.js': hashOf('a()'),
  'static/b.0123abcd.js': hashOf('b()'.repeat(1000)),
  'gone.js': hashOf('gone()'),
}

const put = async (path: string, content: string | Buffer) => {
  const file = join(world.folder, path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, content)
  return file
}
const descriptor = (id: string, title: string, more = {}) =>
  JSON.stringify({ id, title, version: '1', bases: [], ...more })
const listed = async () => {
  const { json } = await world.send({ path: '/remotes.json' })
  return RemotesDocument.parse(json).remotes
}

beforeAll(async () => {
  remote = createServer((request, response) => {
    if (!remoteUp) return request.socket.destroy()
    received.push({ url: request.url, headers: request.headers })
    if (request.url === '/remote.json') return response.end(descriptor('live', 'Live', { files: listedFiles }))
    response.statusCode = request.url === '/gone.js' ? 404 : 200
    response.end(served[request.url ?? ''] ?? 'not listed')
  }).listen(0, '127.0.0.1')
  await once(remote, 'listening')
  const address = `http://127.0.0.1:${(remote.address() as AddressInfo).port}`
  world = await startWorld({
    env: { LIVE_REMOTE: address, NODE_ENV: 'production', DOCS: 'on', BUSINESS_ZONE: 'Pacific/Chatham' },
  })
  await put('shell/index.html', '<title>shell</title>')
  await put('shell/static/main.0123abcd.js', 'main()'.repeat(50))
  await put('shell/static/main.0123abcd.js.map', '{}')
  await put('shell/icon-192.png', 'icon')
  await put('shell/.env', 'SECRET=1')
  await put('secret.json', '{"secret":1}')
  await put('mf-accounts/remote.json', descriptor('accounts', 'Accounts', { entry: 'static/remoteEntry.0123abcd.js' }))
  await put('mf-accounts/mf-manifest.json', '{}')
})
afterAll(async () => {
  await world.stop()
  remote.close()
})

describe('the shell', () => {
  it('is served for every path outside the reserved ones', async () => {
    for (const path of ['/', '/superadmin/players/details/x', '/superadmin/a%20b/x.y']) {
      const answer = await world.send({ path, headers: { accept: 'text/html,*/*' } })
      expect([path, answer.status, answer.text]).toEqual([path, 200, '<title>shell</title>'])
      expect(answer.headers['cache-control']).toBe('no-cache')
    }
    for (const path of ['/api/x', '/mf/x', '/static/none.js', '/docs/none', '/api', '/mf']) {
      const answer = await world.send({ path, headers: { accept: 'text/html' } })
      expect([path, answer.status]).toEqual([path, 404])
    }
  })

  it('is cached: hashed files forever, others by ETag', async () => {
    const hashed = await world.send({ path: '/static/main.0123abcd.js' })
    expect(hashed.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
    })
    const page = await world.send({ path: '/' })
    const again = await world.send({ path: '/', headers: { 'if-none-match': String(page.headers.etag) } })
    expect([again.status, again.text]).toEqual([304, ''])
    const head = await world.send({ method: 'HEAD', path: '/' })
    expect([head.status, head.text]).toEqual([200, ''])
  })

  it('is served compressed if a current variant exists and the client accepts it', async () => {
    const path = '/static/main.0123abcd.js'
    const file = await put(`shell${path}.br`, brotliCompressSync('compressed'))
    const get = (encoding: string) => world.send({ path, headers: { 'accept-encoding': encoding } })
    expect((await get('gzip, deflate, br')).headers['content-encoding']).toBe('br')
    expect((await get('gzip, br;q=0')).headers['content-encoding']).toBeUndefined()
    expect((await get('')).headers).toMatchObject({ vary: 'accept-encoding' })
    await utimes(file, 1, 1)
    expect((await get('br')).headers['content-encoding']).toBeUndefined()
  })
})

describe('files outside the served folders', () => {
  it('are not reachable', async () => {
    const paths = [
      '/../secret.json',
      '/%2e%2e/secret.json',
      '/..%2fsecret.json',
      '/static/../../secret.json',
      '/static/..%5c..%5csecret.json',
      '/.env',
      '/%2eenv',
      '//etc/passwd',
      '/mf/accounts/../../secret.json',
      '/mf/accounts/..%2f..%2fsecret.json',
      '/mf/..%2fsecret.json',
      '/mf/accounts/%2fetc/passwd',
      '/mf/live/..%2f',
      '/static/main.0123abcd.js%00.json',
      '/static/main.0123abcd.js.map',
    ]
    for (const path of paths) {
      const answer = await world.send({ path })
      expect([path, answer.status, answer.text.includes('secret')]).toEqual([path, 404, false])
    }
  })
})

describe('the remotes', () => {
  it('are listed with the time zone of the business day', async () => {
    expect((await world.send({ path: '/remotes.json' })).json.zone).toBe('Pacific/Chatham')
  })

  it('are listed by their descriptor with the entry file or the manifest, unless never seen', async () => {
    expect((await listed()).map(({ id, entry }) => [id, entry])).toEqual([
      ['accounts', '/mf/accounts/static/remoteEntry.0123abcd.js'],
      ['live', '/mf/live/mf-manifest.json'],
    ])
  })

  it('are served from a folder or their own server, without the caller’s credentials', async () => {
    expect((await world.send({ path: '/mf/accounts/mf-manifest.json' })).text).toBe('{}')
    const headers = { cookie: 'session-token=x', authorization: 'Bearer x' }
    const plain = await world.send({ path: '/mf/live/mf-manifest.json', headers })
    expect([plain.text, plain.headers['content-type']]).toEqual([manifest, 'application/json; charset=utf-8'])
    const request = received.find(({ url }) => url === '/mf-manifest.json')
    expect(Object.keys(request?.headers ?? {}).sort()).toEqual(['accept-encoding', 'connection', 'host'])
    expect((await world.send({ path: '/mf/live/none.js' })).status).toBe(404)
    expect((await world.send({ path: '/mf/live/gone.js' })).status).toBe(404)
    expect((await world.send({ path: '/mf/reports/mf-manifest.json' })).status).toBe(404)
  })

  it('are served compressed from another host, from memory, and revalidated by hash', async () => {
    const path = '/mf/live/static/b.0123abcd.js'
    const get = (headers: Record<string, string>) => world.send({ path, headers })
    const packed = await get({ 'accept-encoding': 'gzip, br' })
    expect(packed.headers).toMatchObject({
      'content-encoding': 'gzip',
      'cache-control': expect.stringMatching('immut'),
    })
    expect(gunzipSync(packed.bytes).toString()).toBe('b()'.repeat(1000))
    expect((await get({})).text).toBe('b()'.repeat(1000))
    expect((await get({ 'accept-encoding': 'gzip', 'if-none-match': String(packed.headers.etag) })).status).toBe(304)
    expect(received.filter(({ url }) => url?.includes('/b.'))).toHaveLength(1)
  })

  it('are served from another host only as their manifest lists them, also after a new build', async () => {
    const path = '/mf/live/static/a.0123abcd.js'
    const changed = await world.send({ path })
    expect([changed.status, changed.json.reason]).toEqual([502, 'FILE_NOT_VERIFIED'])
    expect(changed.headers).toMatchObject({ 'cache-control': 'no-store' })
    served['/static/a.0123abcd.js'] = 'a()'
    expect((await world.send({ path })).text).toBe('a()')
    expect((await world.send({ path: '/remotes.json' })).text).not.toContain('sha256')
    listedFiles = { 'static/c.0123abcd.js': hashOf('c()') }
    served['/static/c.0123abcd.js'] = 'c()'
    await until(async () => (await world.send({ path: '/mf/live/static/c.0123abcd.js' })).text === 'c()')
    expect((await world.send({ path })).text).toBe('a()')
  })

  it('stay listed when they go away, and show a new build', async () => {
    await listed()
    remoteUp = false
    await rm(join(world.folder, 'mf-accounts/remote.json'))
    await put('mf-games/remote.json', descriptor('games', 'Games'))
    await until(async () => (await listed()).length === 3)
    expect((await listed()).map(({ id }) => id)).toEqual(['accounts', 'games', 'live'])
    expect((await world.send({ path: '/mf/live/mf-manifest.json' })).text).toBe(manifest)
    expect((await world.send({ path: '/mf/live/gone.js' })).status).toBe(503)
    remoteUp = true
    await put('mf-accounts/remote.json', descriptor('accounts', 'Accounts 2'))
    await put('mf-games/remote.json', '{"broken"')
    await until(async () => (await listed())[0]?.title === 'Accounts 2')
    expect((await listed())[1]?.title).toBe('Games')
  })
})

describe('the API docs', () => {
  it('have a page without inline scripts, a document and a table of errors', async () => {
    const page = await world.send({ path: '/docs' })
    expect(page.headers['content-type']).toContain('text/html')
    expect(page.text).not.toMatch(/<script(?![^>]*src=)/)
    for (const [, path = ''] of page.text.matchAll(/(?:src|href)="([^"]+)"/g)) {
      expect([path, (await world.send({ path })).status]).toEqual([path, 200])
    }
    const document = await world.send({ path: '/docs/openapi.json' })
    expect(document.json).toMatchObject({ openapi: '3.1.0', servers: [{ url: '/api' }] })
    expect(document.text.length).toBeLessThan(600_000)
    expect(document.text.split('\n').length).toBeLessThan(20_000)
    expect((await world.send({ path: '/docs/package.json' })).status).toBe(404)
    const errors = await world.send({ path: '/docs/errors' })
    expect(errors.headers['content-type']).toContain('text/html')
    for (const name of [...errorCodes, ...reasons]) expect(errors.text).toContain(`<code>${name}</code>`)
  })

  it('have a section of each event on the page of events, made of the AsyncAPI document, and a JSON schema', async () => {
    const { json } = await world.send({ path: '/docs/asyncapi.json' })
    const page = await world.send({ path: '/docs/events' })
    expect(json.asyncapi).toBe('3.0.0')
    const types = Object.keys(json.channels as object)
    for (const type of types) expect(page.text).toContain(`<section id="${type}">`)
    const schema = await world.send({ path: `/docs/events/${types[0]}.json` })
    expect(schema.json).toMatchObject({ type: 'object', properties: { type: { const: types[0] } } })
    expect((await world.send({ path: '/docs/events/none.json' })).status).toBe(404)
  })

  it('have one header with links between the pages, and mark the current one', async () => {
    for (const path of ['/docs', '/docs/events', '/docs/errors', '/docs/manual', '/docs/fairness']) {
      const { text } = await world.send({ path })
      expect(text.match(/aria-current="page"/g)).toHaveLength(1)
      expect(text).toContain(`<a href="${path}" aria-current="page">`)
    }
  })

  it('are compressed on request and cached by ETag', async () => {
    const read = (headers: Record<string, string>) => world.send({ path: '/docs/openapi.json', headers })
    const plain = await read({})
    const packed = await read({ 'accept-encoding': 'br, gzip' })
    expect([plain.headers['content-encoding'], packed.headers['content-encoding']]).toEqual([undefined, 'gzip'])
    expect(gunzipSync(packed.bytes).toString('utf8')).toBe(plain.text)
    expect(packed.headers).toMatchObject({ 'content-type': 'application/json', vary: 'Accept-Encoding' })
    const again = await read({ 'accept-encoding': 'gzip', 'if-none-match': String(packed.headers.etag) })
    expect([again.status, again.text]).toEqual([304, ''])
  })

  it('link the operator’s manual and serve its pictures, and its PDF if that was printed', async () => {
    const { description } = (await world.send({ path: '/docs/openapi.json' })).json.info as { description: string }
    const address = String((await world.send({ path: '/remotes.json' })).json.manual)
    expect(description).toContain(`](${address})`)
    const page = await world.send({ path: address })
    expect(page.headers['content-type']).toContain('text/html')
    const files = Array.from(page.text.matchAll(/(?:src|href)="(\/[^"]+)"/g), ([, path = '']) => path)
    const [first = ''] = files.filter(path => path.endsWith('.png'))
    const picture = await world.send({ path: first })
    expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/png'])
    const pdf = '/docs/manual/manual.pdf'
    expect((await world.send({ path: pdf })).status).toBe(files.includes(pdf) ? 200 : 404)
    for (const path of ['/docs/manual/manual.md', '/docs/manual/none.png', '/docs/manual/../package.json']) {
      expect([path, (await world.send({ path })).status]).toEqual([path, 404])
    }
  })
})

describe('the page on fairness', () => {
  it('is linked from the manual and the API docs, with its example', async () => {
    const { text: manual } = await world.send({ path: '/docs/manual' })
    const { description } = (await world.send({ path: '/docs/openapi.json' })).json.info as { description: string }
    expect(manual).toContain('href="/docs/fairness"')
    expect(description).toContain('](/docs/fairness)')
    const page = await world.send({ path: '/docs/fairness' })
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=UTF-8'])
    expect(page.text).toContain('<h1>How a draw is decided, and what its record proves</h1>')
    const [, example = ''] = /href="([\w.]+\.json)"/.exec(page.text) ?? []
    const { status, json } = await world.send({ path: `/docs/${example}` })
    expect([status, json.success]).toEqual([200, true])
  })
})

describe('DOCS=off', () => {
  it('hides the API reference, but not the operator’s manual', async () => {
    const { send, stop } = await world.startAnother({ DOCS: 'off' })
    const statusOf = async (path: string) => (await send({ path, headers: { accept: 'text/html' } })).status
    for (const path of ['/docs', '/docs/errors', '/docs/openapi.json', '/docs/events', '/docs/reference.js']) {
      expect([path, await statusOf(path)]).toEqual([path, 404])
    }
    const { manual } = (await send({ path: '/remotes.json' })).json
    expect([await statusOf(String(manual)), await statusOf('/docs/fairness')]).toEqual([200, 200])
    expect((await send({ path: '/docs/fairness' })).text).not.toContain('href="/docs"')
    await stop()
  })
})

describe('health', () => {
  it('is public, metrics are not', async () => {
    expect((await world.send({ path: '/livez' })).status).toBe(200)
    expect((await world.send({ path: '/readyz' })).status).toBe(200)
    expect((await world.send({ path: '/metrics' })).status).toBe(404)
    expect((await world.send({ path: '/metrics', headers: { authorization: 'Bearer undefined' } })).status).toBe(404)
  })

  it('reports missing services, and degraded ones without failing', async () => {
    const ready = () => world.send({ path: '/readyz' })
    await until(async () => (await ready()).status === 200)
    expect((await ready()).json).toMatchObject({
      missing: [],
      degraded: expect.arrayContaining(['svc-games: does not answer', 'svc-reports: does not answer']),
    })
    await world.accounts.stop()
    await until(async () => (await ready()).status === 503)
    expect((await ready()).json).toMatchObject({ success: false, missing: ['svc-accounts: does not answer'] })
    await world.accounts.start()
    world.accounts.state.missing = ['the database does not answer']
    await until(async () => (await ready()).text.includes('svc-accounts: the database does not answer'))
    expect((await ready()).status).toBe(503)
    world.accounts.state.missing = []
    await until(async () => (await ready()).status === 200)
  })
})
