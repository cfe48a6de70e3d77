import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { endpoint } from './define'
import { findMisfits, needsOf, offerOf, shapeOf } from './fit'
import { RemoteSource } from './gateway/remote-descriptor'

const call = (body: z.ZodType, response: z.ZodType) =>
  shapeOf(
    endpoint({
      id: 'games.sample.set',
      domain: 'games',
      route: 'POST /sample/:id',
      permission: 'any',
      summary: 'Sample',
      body,
      response,
    }),
  )
const built = call(z.strictObject({ amount: z.number(), note: z.string().optional() }), z.object({ total: z.number() }))
const offer = (shape: typeof built) => ({
  permissions: ['games.read'],
  services: [],
  calls: { 'POST /sample/:id': shape },
})
const needs = { ...offer(built), services: [] }

describe('a build and a running suite', () => {
  it('fit when the suite only added fields', () => {
    const grown = call(
      z.strictObject({ amount: z.number(), note: z.string().optional(), more: z.string().optional() }),
      z.object({ total: z.number(), count: z.number() }),
    )
    expect(findMisfits(needs, offer(grown))).toEqual([])
  })

  it('do not fit when a field is required, removed or of another type, one sentence each', () => {
    const changed = call(z.strictObject({ amount: z.string(), reason: z.string() }), z.object({ sum: z.number() }))
    expect(findMisfits(needs, offer(changed))).toEqual([
      'POST /sample/:id does not accept body.amount:number.',
      'POST /sample/:id does not accept body.note:string.',
      'POST /sample/:id requires body.amount:string.',
      'POST /sample/:id requires body.reason:string.',
      'POST /sample/:id does not answer total:number.',
    ])
  })

  it('do not fit when the suite lacks a call, a permission or a service', () => {
    const other = { permissions: ['a.read'], services: ['loyalty'], calls: { 'GET /other': built } }
    expect(findMisfits(other, offer(built))).toEqual([
      'The suite has no permission a.read.',
      'The suite has no service loyalty.',
      'The suite has no call GET /other.',
    ])
  })
})

describe('what a remote needs', () => {
  const source = (calls: string[]) =>
    RemoteSource.parse({
      id: 'sample',
      title: 'Sample',
      bases: [{ path: 'sample', permission: 'player.manage', order: 1 }],
      cards: [{ id: 'card', place: 'dashboard', title: 'Card', order: 1, permission: 'reports.read' }],
      needs: { calls },
    })

  it('is resolved from the ids of its calls and fits the suite of its contracts', () => {
    const resolved = needsOf(source(['accounts.player.list']))
    expect(resolved?.permissions).toEqual(['player.manage', 'reports.read'])
    const fields = resolved?.calls['GET /player/all']
    expect(fields?.request).toContain('query.q:string')
    expect(fields?.response).toContain('data[].username:string')
    expect(resolved && findMisfits(resolved, offerOf([]))).toEqual([])
  })

  it('cannot name a call that the contracts do not have', () => {
    expect(() => needsOf(source(['accounts.player.fly']))).toThrow('needs the call accounts.player.fly')
  })
})
