import type { StatementRow } from '@cascade/contracts/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postingsFor } from '../ledger/testing/play-requests'
import { fund, makeChain, transfer } from '../testing/make-accounts'
import { makeWorld, testPassword } from '../testing/world'

const world = await makeWorld()
const chain = await makeChain(world)
beforeAll(async () => {
  const { player, admin } = chain
  await fund(world, player, 100)
  await transfer(world, { role: 'superadmin', toUserId: world.superadmin.accountId, points: 5 })
  const body = { toUserId: player._id, transferAmount: 5, password: testPassword, note: 'Café Diwali, second part' }
  await world.call('POST /player/credit-transfer', { body })
  await world.ledger.play([postingsFor({ adminId: admin._id, gameId: 'g' }).stake(player._id, 500)])
})
afterAll(() => world.close())

async function find(q: string, more = '') {
  const query = `q=${encodeURIComponent(q)}&page=1&size=10${more}`
  const { body } = await world.call(`GET /ledger/${chain.player._id}/statement?${query}`)
  const rows: StatementRow[] = body.data
  return { total: body.total, amounts: rows.map(({ amount }) => amount), rows }
}

describe('a statement', () => {
  it.each([
    ['a word of the note', 'cafe', [5]],
    ['the beginnings of two words', 'sec diw', [5]],
    ['no middle of a word', 'iwali', []],
    ['the kind', 'stake', [-5]],
    ['the counterparty', 'superadmin', [5, 100]],
    ['nothing else', 'nobody', []],
  ])('is searched by %s', async (_, q, amounts) => {
    expect(await find(q)).toMatchObject({ total: amounts.length, amounts })
  })

  it('is searched by id and within a period', async () => {
    const [stake] = (await find('stake')).rows
    expect((await find(stake?.transferId ?? '')).amounts).toEqual([-5])
    expect((await find('superadmin', '&endDate=2020-01-01T00:00:00.000Z')).total).toBe(0)
  })
})
