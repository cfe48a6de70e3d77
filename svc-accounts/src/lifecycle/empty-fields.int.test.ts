import { afterAll, describe, expect, it } from 'vitest'
import { makeAccount, makeChain, personFor } from '../testing/make-accounts'
import { makeWorld } from '../testing/world'

const world = await makeWorld()
const chain = await makeChain(world)
afterAll(() => world.close())

const optional = ['email', 'phone', 'dateOfBirth', 'address', 'pinCode', 'occupation']
const nothing = { email: null, phone: null, dateOfBirth: null, address: null, pinCode: null, occupation: null }

async function makePlayer() {
  const details = { dateOfBirth: '1990-05-04', occupation: 'Tailor', note: 'call back' }
  const person = personFor('player', { refId: chain.master._id, ...details })
  const created = await makeAccount(world, 'player', person)
  return { ...created, person, path: `/player/${created._id}` }
}
const contactsOf = (accountId: string) =>
  world.db.collection<{ _id: string; accountId: string }>('contacts').find({ accountId }).toArray()
const updatesOf = async (id: string) =>
  (await world.events('accounts.account.updated.v1')).filter(data => data.accountId === id)

describe('a field removed by an edit', () => {
  it('is missing in the response, in reads and in the database', async () => {
    const { _id, path } = await makePlayer()
    const edit = await world.call(`PUT ${path}`, { body: { ...nothing, note: null } })
    expect([edit.status, edit.headers.get('etag')]).toEqual([200, '"2"'])
    const read = await world.call(`GET ${path}`)
    const listed = (await world.call('GET /player/all')).body.data.find((row: { _id: string }) => row._id === _id)
    const stored = await world.db.collection<{ _id: string }>('accounts').findOne({ _id })
    for (const state of [edit.body.data, read.body.data, listed, stored]) {
      expect(Object.keys(state).filter(field => optional.includes(field))).toEqual([])
      expect(state).toMatchObject({ note: '', city: 'Mysuru' })
    }
    expect(await updatesOf(_id)).toMatchObject([{ version: 2 }])
  })

  it('frees an email and a phone for another account', async () => {
    const first = await makePlayer()
    const { email, phone } = first.person
    const second = await makePlayer()
    const take = () => world.call(`PUT ${second.path}`, { body: { email, phone } })
    expect((await take()).status).toBe(409)
    await world.call(`PUT ${first.path}`, { body: { email: null, phone: null } })
    expect(await contactsOf(first._id)).toEqual([])
    expect((await take()).body.data).toMatchObject({ email, phone })
    const back = await world.call(`PUT ${first.path}`, { body: { email } })
    expect(Object.keys(back.body.errors)).toEqual(['email'])
  })

  it('is also removed together with a suspension, which goes through the ledger', async () => {
    const { _id, path } = await makePlayer()
    const edit = await world.call(`PUT ${path}`, { body: { phone: null, address: null, userStatus: false } })
    expect(edit.status).toBe(200)
    const { data } = (await world.call(`GET ${path}`)).body
    expect([data.userStatus, 'phone' in data, 'address' in data]).toEqual([false, false, false])
    expect((await contactsOf(_id)).map(contact => contact._id.split('|')[0])).toEqual(['email'])
  })

  it('is named in the conflict of a stale edit', async () => {
    const { path } = await makePlayer()
    await world.call(`PUT ${path}`, { body: { phone: null, note: null } })
    const stale = await world.call(`PUT ${path}`, { body: { city: 'Pune' }, headers: { 'if-match': '"1"' } })
    expect([stale.status, Object.keys(stale.body.errors).sort()]).toEqual([409, ['note', 'phone']])
  })

  it('is no change if it was empty before', async () => {
    const { _id, path } = await makePlayer()
    const empty = { ...nothing, note: null }
    await world.call(`PUT ${path}`, { body: empty })
    const again = await world.call(`PUT ${path}`, { body: empty })
    expect([again.status, again.headers.get('etag')]).toEqual([200, '"2"'])
    expect(await updatesOf(_id)).toHaveLength(1)
  })
})

describe('a required field', () => {
  it('cannot be removed', async () => {
    const master = await world.call(`PUT /master/${chain.master._id}`, { body: nothing })
    expect([master.status, master.body.errors]).toEqual([
      400,
      {
        email: 'Email is required',
        phone: 'Phone number is required',
        dateOfBirth: 'Date of Birth is required',
        address: 'Address is required',
        pinCode: 'PIN Code is required',
      },
    ])
    const player = await world.call(`PUT /player/${chain.player._id}`, { body: { city: null } })
    expect(player.body.errors).toEqual({ city: 'City is required' })
    const rest = { refId: '', userStatus: null, country: null, state: '', pin: null, password: null }
    expect((await world.call(`PUT /master/${chain.master._id}`, { body: rest })).body.errors).toEqual({
      refId: 'Reference is required',
      userStatus: 'Status is required',
      country: 'Country is required',
      state: 'State is required',
      pin: 'PIN is required',
      password: 'PIN is required',
    })
  })
})
