import { type AnyEndpoint, allEndpoints, endpoint } from '@cascade/contracts'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createRouteTable, rawPathOf } from './route-table'

const make = (call: AnyEndpoint['id'], may: AnyEndpoint['permission'] = 'any') =>
  endpoint({
    id: call,
    domain: 'games',
    route: call as 'GET /',
    permission: may,
    summary: call,
    response: z.object({}),
  })

const table = createRouteTable(
  ['GET /game', 'GET /game/all', 'GET /game/:id', 'PUT /game/:id', 'DELETE /game/:id', 'PUT /game/:id/:action'].map(
    call => make(call),
  ),
)
const found = (method: string, path: string) => {
  const { match } = table(method, path)
  return match && `${match.endpoint.id} as ${match.path}`
}

describe('createRouteTable', () => {
  it('finds every endpoint of the contracts by its path', () => {
    const whole = createRouteTable(allEndpoints)
    for (const { id, method, path } of allEndpoints) {
      expect(whole(method, path.replace(/:([A-Za-z]+)/g, 'x-$1')).match?.endpoint.id).toBe(id)
    }
  })

  it('prefers a fixed name to a parameter, also for methods that it lacks', () => {
    expect(found('GET', '/game/all')).toBe('GET /game/all as /game/all')
    expect(found('DELETE', '/game/all')).toBeUndefined()
    expect(found('PUT', '/game/all/activate')).toBe('PUT /game/:id/:action as /game/all/activate')
  })

  it('drops one literal colon before a name and one trailing slash', () => {
    expect(found('DELETE', '/game/:ABCDEFGH')).toBe('DELETE /game/:id as /game/ABCDEFGH')
    expect(found('PUT', '/game/:ABCDEFGH/:activate')).toBe('PUT /game/:id/:action as /game/ABCDEFGH/activate')
    expect(found('GET', '/game/')).toBe('GET /game as /game')
    expect(found('GET', '/game/::x')).toBeUndefined()
    expect(found('GET', '/game//')).toBeUndefined()
    expect(found('GET', '/:game')).toBe('GET /game as /game')
  })

  it('matches the canonical path that is forwarded', () => {
    expect(found('GET', '/game/:all')).toBe('GET /game/all as /game/all')
    expect(found('GET', '/game/%61ll')).toBe('GET /game/all as /game/all')
    expect(found('GET', '/game/a%20b')).toBe('GET /game/:id as /game/a%20b')
  })

  it('finds no ambiguous path', () => {
    for (const path of ['', '/', 'game', '//game', '/GAME', '/game/..', '/game/%2e', '/game/a%2fb', '/game/a%00']) {
      expect(found('GET', path), path).toBeUndefined()
    }
    for (const path of ['/game/%25', '/game/%zz', '/game/a\\b', `/game/${'x'.repeat(400)}`]) {
      expect(found('GET', path), path).toBeUndefined()
    }
  })

  it('finds declared methods only', () => {
    for (const method of ['HEAD', 'OPTIONS', 'POST', 'get', 'constructor', '__proto__']) {
      expect(found(method, '/game'), method).toBeUndefined()
    }
  })

  it('returns the methods of a path', () => {
    expect(table('POST', '/game').allow).toEqual(['GET'])
    expect(table('PATCH', '/game/all').allow).toEqual(['GET'])
    expect(table('PATCH', '/game/x').allow).toEqual(['DELETE', 'GET', 'PUT'])
    expect(table('PATCH', '/game/x/activate').allow).toEqual(['PUT'])
    expect(table('PATCH', '/none').allow).toEqual([])
    expect(table('PATCH', '/game/%zz').allow).toEqual([])
  })

  it('distinguishes changes from reads, also among GET calls', () => {
    const calls = ['GET /app/logout', 'GET /backup/importbackup/:name', 'GET /backup/download/:name', 'POST /x']
    const changes = createRouteTable(calls.map(call => make(call)))
    const isChange = (method: string, path: string) => changes(method, path).match?.changes
    expect(isChange('GET', '/app/logout')).toBe(true)
    expect(isChange('GET', '/backup/importbackup/a')).toBe(true)
    expect(isChange('GET', '/backup/download/a')).toBe(false)
    expect(isChange('POST', '/x')).toBe(true)
  })

  it('throws for an endpoint without roles or declared twice', () => {
    expect(() => createRouteTable([{ ...make('GET /x'), roles: [] }])).toThrow('declares no roles')
    expect(() => createRouteTable([{ ...make('GET /x'), roles: undefined as unknown as 'any' }])).toThrow()
    expect(() => createRouteTable([make('GET /x/:a'), { ...make('GET /x/:b'), id: 'other' }])).toThrow('same method')
  })
})

describe('rawPathOf', () => {
  it('returns the path of both forms of a URL', () => {
    expect(rawPathOf('/a/../b?x=/y#z')).toBe('/a/../b')
    expect(rawPathOf('http://host/a?b')).toBe('/a')
    expect(rawPathOf('*')).not.toMatch(/^\//)
  })
})
