import type { SavedView } from '@cascade/contracts/accounts'
import { savedViewsMax } from '@cascade/contracts/accounts'
import type { Actor } from '@cascade/service-kit'
import { afterAll, describe, expect, it } from 'vitest'
import { makeChain } from '../testing/make-accounts'
import { makeWorld } from '../testing/world'

const world = await makeWorld()
const [mine, foreign] = [await makeChain(world), await makeChain(world)]
const admin = await world.actorOf(mine.admin.username)
const master = await world.actorOf(mine.master.username)
const otherAdmin = await world.actorOf(foreign.admin.username)
const otherMaster = await world.actorOf(foreign.master.username)
afterAll(() => world.close())

const list = 'accounts.player'
const search = '?status=suspended&sort=username'
type Rest = { name: string; search?: string; shared?: boolean }

const save = (actor: Actor, { name, shared = false }: Rest, on = list) =>
  world.call('POST /views', { as: actor, body: { list: on, name, search, shared } })
const visibleViews = async (actor: Actor): Promise<SavedView[]> =>
  (await world.call('GET /views', { as: actor })).body.data
const visibleNames = async (actor: Actor) => (await visibleViews(actor)).map(({ name }) => name)
const setDefault = (actor: Actor, viewId: string | null, on = list) =>
  world.call(`PUT /views/default/${on}`, { as: actor, body: { viewId } })
const change = (actor: Actor, id: string, body: Rest) =>
  world.call(`PUT /views/${id}`, { as: actor, body: { search, shared: true, ...body } })
const remove = (actor: Actor, id: string) => world.call(`DELETE /views/${id}`, { as: actor })

describe('a saved view', () => {
  it('is private until it is shared, then visible to descendants only, with its owner', async () => {
    const created = await save(admin, { name: 'Suspended' })
    expect(created.status).toBe(201)
    const { _id } = created.body.data
    expect(await visibleNames(master)).not.toContain('Suspended')
    expect((await change(admin, _id, { name: 'Who is out' })).status).toBe(200)
    expect(await visibleViews(master)).toContainEqual({
      _id,
      list,
      name: 'Who is out',
      search,
      shared: true,
      by: admin.username,
      own: false,
      isDefault: false,
    })
    for (const stranger of [otherAdmin, otherMaster]) expect(await visibleNames(stranger)).not.toContain('Who is out')
    expect((await change(admin, _id, { name: 'Who is out', shared: false })).status).toBe(200)
    expect(await visibleNames(master)).not.toContain('Who is out')
  })

  it('is not visible to ancestors of its owner, even if it is shared', async () => {
    await save(master, { name: 'Of the master', shared: true })
    expect(await visibleNames(admin)).not.toContain('Of the master')
  })

  it('can be changed and removed only by its owner and is not found for others', async () => {
    const { _id } = (await save(admin, { name: 'Kept', shared: true })).body.data
    for (const other of [master, otherAdmin]) {
      expect((await change(other, _id, { name: 'Taken' })).status).toBe(404)
      expect((await remove(other, _id)).status).toBe(404)
    }
    expect(await visibleNames(admin)).toContain('Kept')
    expect((await remove(admin, _id)).status).toBe(200)
    expect((await remove(admin, _id)).status).toBe(404)
    expect(await visibleNames(master)).not.toContain('Kept')
  })

  it('must have a unique name among the own views of its list', async () => {
    await save(admin, { name: 'Twice' })
    expect((await save(admin, { name: 'Twice' })).status).toBe(409)
    expect((await save(admin, { name: 'Twice' }, 'accounts.master')).status).toBe(201)
    expect((await save(master, { name: 'Twice' })).status).toBe(201)
  })

  it('must be a valid URL query', async () => {
    for (const wrong of ['status=active', '?a b', `?${'x'.repeat(1000)}`]) {
      const body = { list, name: 'Wrong', search: wrong, shared: false }
      expect((await world.call('POST /views', { as: admin, body })).status).toBe(400)
    }
  })
})

describe('the default view of a list', () => {
  it('is set per account, to a visible view of the same list', async () => {
    const { _id } = (await save(admin, { name: 'For all', shared: true })).body.data
    const foreign = (await save(otherAdmin, { name: 'Foreign', shared: true })).body.data
    expect((await setDefault(master, _id)).status).toBe(200)
    const isDefault = async (actor: Actor) => (await visibleViews(actor)).find(view => view._id === _id)?.isDefault
    expect(await isDefault(master)).toBe(true)
    expect(await isDefault(admin)).toBe(false)
    expect((await setDefault(master, foreign._id)).status).toBe(404)
    // A view of another list.
    expect((await setDefault(master, _id, 'accounts.master')).status).toBe(404)
    expect((await setDefault(master, null)).status).toBe(200)
    expect(await isDefault(master)).toBe(false)
  })
})

describe('views of an account', () => {
  it('are limited per account, also for concurrent saves', async () => {
    const { superareamanager } = await makeChain(world)
    const actor = await world.actorOf(superareamanager.username)
    for (let at = 0; at < savedViewsMax - 1; at++) await save(actor, { name: `View ${at}` })
    const answers = await Promise.all(['a', 'b', 'c'].map(name => save(actor, { name })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422])
    expect(await visibleViews(actor)).toHaveLength(savedViewsMax)
  })
})
