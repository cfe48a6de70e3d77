import type { OpenPlay } from '@cascade/contracts/live'
import { busy } from '@cascade/service-kit'
import { eventually } from '@cascade/service-kit/testing'
import { afterAll, describe, expect, it } from 'vitest'
import { postingsFor } from '../ledger/testing/play-requests'
import { balanceOf, fund, makeAccount, makeChain, transfer } from '../testing/make-accounts'
import { makeWorld } from '../testing/world'

const nothing: OpenPlay = { tickets: { count: 0, stake: '0' }, wins: '0', owed: '0' }
const twoTickets: OpenPlay = { ...nothing, tickets: { count: 2, stake: '3000' } }

/** Responses of svc-live by player. */
const responses = new Map<string, (claim: boolean) => Promise<OpenPlay>>()
const respond = (playerId: string, ...answers: OpenPlay[]) => {
  responses.set(playerId, async () => (answers.length > 1 ? answers.shift() : answers[0]) ?? nothing)
}
const world = await makeWorld({
  openPlay: async (playerId, { claim }) => (await responses.get(playerId)?.(claim)) ?? nothing,
})
const chain = await makeChain(world)
afterAll(async () => {
  expect(await world.ledgerFaults()).toEqual([])
  await world.close()
})

async function richPlayer() {
  const player = await makeAccount(world, 'player', { refId: chain.master._id })
  await fund(world, player, 100)
  return { player, path: `/player/${player._id}`, play: postingsFor({ adminId: chain.admin._id, gameId: 'g' }) }
}
const read = (id: string) => world.call(`GET /player/${id}`)

describe('a player with something in play', () => {
  it('is not deleted on either path, and the response lists what is open', async () => {
    const { player, path } = await richPlayer()
    respond(player._id, { tickets: { count: 2, stake: '3000' }, wins: '90050', owed: '100' })
    const below = `/master/${chain.master._id}/children/delete/${player._id}`
    for (const line of [path, below]) {
      const { status, body } = await world.call(`DELETE ${line}`)
      const errors = { tickets: '2', stake: '30.00', wins: '900.50', owed: '1.00' }
      expect([status, body]).toMatchObject([409, { code: 'CONFLICT', reason: 'IN_PLAY', errors }])
    }
    expect((await read(player._id)).body.data).toMatchObject({ userStatus: true, walletBalance: 100 })
    expect((await world.call(`DELETE ${path}?settle=perhaps`)).status).toBe(400)
  })

  it('is suspended immediately with settle, and deleted with all wins after the last draw', async () => {
    const { player, path, play } = await richPlayer()
    const parentHad = await balanceOf(world, chain.master._id)
    const stake = play.stake(player._id, 3_000)
    await world.ledger.play([stake])
    respond(player._id, twoTickets)
    await world.actorOf(player.username)
    const { status, body } = await world.call(`DELETE ${path}?settle=true`)
    expect([status, body.message]).toEqual([200, expect.stringContaining('as soon as the open draws are drawn')])
    expect((await read(player._id)).body.data).toMatchObject({ userStatus: false, closingSince: expect.any(String) })
    const [late] = await world.ledger.play([play.stake(player._id, 100)])
    expect(late).toMatchObject({ outcome: 'refused', reason: 'FROZEN' })
    expect((await world.login(player.username)).status).toBe(403)
    // A repeated call changes nothing.
    expect((await world.call(`DELETE ${path}?settle=true`)).body.message).toBe(body.message)
    // The draw: 80 points were won and are paid when the deletion claims them.
    responses.set(player._id, async claim => {
      const won = [[stake.id, 8_000]] as const
      if (claim) await world.ledger.play([play.settle(won), play.claim(player._id, won)])
      responses.set(player._id, async () => nothing)
      return nothing
    })
    await eventually(async () => (await read(player._id)).status === 404)
    expect(await balanceOf(world, chain.master._id)).toBe(parentHad + 150)
    const deletedIds = (await world.events('accounts.account.deleted.v1')).map(({ accountId }) => accountId)
    expect(deletedIds.filter(id => id === player._id)).toHaveLength(1)
  })

  it('is not deleted after a reactivation', async () => {
    const { player, path } = await richPlayer()
    respond(player._id, twoTickets)
    await world.call(`DELETE ${path}?settle=true`)
    await world.call(`PATCH /player/toggle-status/${player._id}/activate`)
    const { data } = (await read(player._id)).body
    expect([data.userStatus, data.closingSince]).toEqual([true, undefined])
    expect(await world.deps.accounts.findClosingAfter('', 10)).not.toContain(player._id)
  })

  it('is not deleted if a stake arrives after the check for open bets', async () => {
    const { player, path, play } = await richPlayer()
    responses.set(player._id, async () => {
      await world.ledger.play([play.stake(player._id, 500)])
      respond(player._id, twoTickets)
      return nothing
    })
    expect((await world.call(`DELETE ${path}`)).body).toMatchObject({ reason: 'IN_PLAY', errors: { tickets: '2' } })
    expect(await balanceOf(world, player._id)).toBe(95)
  })

  it('is not deleted while svc-live is unavailable', async () => {
    const { player, path } = await richPlayer()
    responses.set(player._id, async () => {
      throw busy(1, 'SERVICE_AWAY')
    })
    expect((await world.call(`DELETE ${path}?settle=true`)).status).toBe(503)
    expect((await read(player._id)).body.data).toMatchObject({ userStatus: true })
  })
})

describe('a deletion', () => {
  it('continues when svc-live becomes unavailable after the suspension', async () => {
    const { player, path } = await richPlayer()
    responses.set(player._id, async claim => {
      if (claim) throw busy(1, 'SERVICE_AWAY')
      return twoTickets
    })
    const { status, body } = await world.call(`DELETE ${path}?settle=true`)
    expect([status, body.message]).toEqual([200, expect.stringContaining('as soon as the open draws are drawn')])
    expect((await read(player._id)).body.data).toMatchObject({ userStatus: false, closingSince: expect.any(String) })
    respond(player._id, nothing)
    await eventually(async () => (await read(player._id)).status === 404)
  })

  it('is immediate for a player with nothing in play', async () => {
    const { player, path } = await richPlayer()
    expect((await world.call(`DELETE ${path}`)).body).toEqual({
      success: true,
      message: 'player deleted successfully.',
    })
    expect((await read(player._id)).status).toBe(404)
  })

  it('pays a late win of a deleted player to the parent, and to the next ancestor when that is deleted', async () => {
    const { admin, areamanager } = chain
    const master = await makeAccount(world, 'master', { refId: areamanager._id })
    const player = await makeAccount(world, 'player', { refId: master._id })
    await fund(world, player, 100)
    const play = postingsFor({ adminId: admin._id, gameId: 'g' })
    const [lost, other] = [play.stake(player._id, 3_000), play.stake(player._id, 3_000)]
    await world.ledger.play([lost, other])
    await world.call(`DELETE /player/${player._id}`)
    const pay = async (ticketId: string, amount: number) => {
      const won = [[ticketId, amount]] as const
      const [, claimed] = await world.ledger.play([play.settle(won, 2), play.claim(player._id, won)])
      expect(claimed).toMatchObject({ outcome: 'booked', amount: String(amount), tickets: 1 })
      return claimed?.id
    }
    const branch = async () => (await world.call(`GET /master/${master._id}`)).body.data.branch?.balance
    await expect.poll(branch).toBe(40)
    const transferId = await pay(lost.id, 9_000)
    expect(await balanceOf(world, master._id)).toBe(40 + 90)
    const { body } = await world.call(`GET /ledger/${master._id}/statement`)
    expect(body.data[0]).toMatchObject({
      transferId,
      kind: 'win',
      amount: 90,
      balance: 130,
      note: `Win of the deleted account ${player.username}`,
      ticketIds: [lost.id],
      player: { accountId: player._id, username: player.username },
    })
    await expect.poll(branch).toBe(130)

    expect((await world.call(`DELETE /master/${master._id}`)).status).toBe(200)
    const before = await balanceOf(world, areamanager._id)
    await world.call(`PATCH /areamanager/toggle-status/${areamanager._id}/deactivate`)
    await pay(other.id, 500)
    expect(await balanceOf(world, areamanager._id)).toBe(before + 5)
  })

  it('takes one call while the account receives points, and loses none of them', async () => {
    const { player, path } = await richPlayer()
    const { accountId } = world.superadmin
    await transfer(world, { role: 'superadmin', toUserId: accountId, points: 1_000 })
    const [had, parentHad] = [await balanceOf(world, accountId), await balanceOf(world, chain.master._id)]
    const answers: string[] = []
    const booked = () => answers.filter(answer => answer === '200').length
    let isOver = false
    /** Sends single points until a transfer is rejected. */
    const send = async (): Promise<void> => {
      const { status, body } = await transfer(world, { role: 'player', toUserId: player._id, points: 1 })
      answers.push([status, body.code].filter(part => part !== undefined).join(' '))
      if (status === 200 && !isOver) return send()
    }
    const sending = Array.from({ length: 8 }, send)
    await expect.poll(booked).toBeGreaterThan(24)
    const { status } = await world.call(`DELETE ${path}`)
    isOver = status !== 200
    await Promise.all(sending)
    expect(status).toBe(200)
    expect(answers.filter(answer => answer !== '200')).toEqual(Array(8).fill('404 NOT_FOUND'))
    expect(await balanceOf(world, chain.master._id)).toBe(parentHad + 100 + booked())
    expect(await balanceOf(world, accountId)).toBe(had - booked())
  })
})
