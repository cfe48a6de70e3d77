import { generateKeyPairSync, verify } from 'node:crypto'
import type { AccountSnapshot } from '@cascade/contracts/accounts'
import { type PeriodRow, periodFiguresCall } from '@cascade/contracts/reports'
import { addDays } from '@cascade/service-kit'
import { accountCreated, actorOf, makeAccount } from '@cascade/service-kit/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPicker, makeMoment, type PlayFact, settledEvent } from '../testing/play-facts'
import { startWorld } from '../testing/world'

const zone = 'UTC'
const kid = 'svc-reports.test'
const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const key = { ...privateKey.export({ format: 'jwk' }), kid, alg: 'EdDSA' }
const world = await startWorld({ zone, settings: () => ({ logHeads: { key, keys: [] } }) })
const { admin, manager, area, master } = world.tree
const players = Array.from({ length: 3 }, () => makeAccount({ role: 'player', parent: master }))
const monday = '2026-03-02'
const sunday = addDays(monday, 6)
const next = { from: addDays(monday, 7), to: addDays(sunday, 7) }
const pick = createPicker(Number(process.env.REPORTS_SEED ?? Date.now() % 1_000_000))
let draws = 0

beforeAll(async () => {
  await world.producer.emit(...players.map(accountCreated))
})
afterAll(() => world.stop())

type Request = { parent: AccountSnapshot; from: string; to: string; position?: number; previous?: number }
async function read(request: Request) {
  const response = await ask(request)
  expect(response.status).toBe(200)
  return periodFiguresCall.response.parse(await response.json())
}
async function ask({ parent: { accountId: _id, role }, ...period }: Request) {
  const token = await (await world.keys.signerOf('svc-accounts'))('svc-reports')
  return fetch(`http://127.0.0.1:${world.ports.reports}/internal${periodFiguresCall.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ parent: { _id, role }, ...period }),
  })
}

type Options = { stakeDay: string; at: Date; resultVersion?: number; reason?: string }
/** A draw of all players, or a correction of it: only wins, at odd percentages. */
async function settle({ stakeDay, at, resultVersion = 1, reason = '' }: Options) {
  const drawId = `draw-${++draws}`
  const facts = players.map(
    (player): PlayFact => ({
      ...{ at, day: stakeDay, gameId: 'game-1', tickets: 1n, claim: 0n, rates: [333, 777, 155, 7] },
      chain: [admin, manager, area, master, player].map(({ accountId }) => accountId),
      play: resultVersion > 1 ? 0n : BigInt(1 + pick.integer(50_000)),
      win: BigInt(pick.integer(40_000) - (resultVersion > 1 ? 20_000 : 0)),
    }),
  )
  const { data, ...event } = settledEvent(facts, draws)
  const day = at.toISOString().slice(0, 10)
  const { drawAt, adminId, gameId, result, booster } = data
  await world.live.emit(
    {
      ...{ type: 'live.draw.resulted.v1', at },
      data: {
        ...{ drawId, adminId, gameId, resultVersion, drawAt, result, booster, gameName: 'Game', day, policy: 'manual' },
        ...{ stake: '0', payout: '0', tickets: 3, by: null, reason },
      },
    },
    { ...event, at, data: { ...data, drawId, resultVersion, day } },
  )
  return facts
}

const sumOf = (rows: readonly PeriodRow[], name: 'play' | 'win' | 'commission' | 'net', isLate = false) =>
  rows.reduce((sum, row) => sum + BigInt((isLate ? row.late : row)[name]), 0n)
const line = [admin, manager, area, master]

describe('the figures of a week', () => {
  it('are those of the turnover report, and stay the same at their position', async () => {
    for (let count = 0; count < 12; count++) {
      const at = makeMoment(pick, new Date(`${monday}T00:00:00Z`), 6)
      const day = at.toISOString().slice(0, 10)
      if (day >= monday && day <= sunday) await settle({ stakeDay: day, at })
    }
    await settle({ stakeDay: monday, at: new Date(`${monday}T10:00:00Z`) })
    await world.caughtUp()
    const week = { from: monday, to: sunday }
    const closed = await Promise.all(line.map(parent => read({ parent, ...week })))
    for (const [index, { rows }] of closed.entries()) {
      const { accountId } = line[index] as AccountSnapshot
      const { body } = await world.call(
        actorOf(world.tree.root),
        `GET /reports/turnoverreport?id=${accountId}&startDate=${monday}&endDate=${sunday}`,
      )
      const { playPoints, winPoints } = body.summary as { playPoints: number; winPoints: number }
      expect([sumOf(rows, 'play'), sumOf(rows, 'win')].map(Number)).toEqual(
        [playPoints * 100, winPoints * 100].map(Math.round),
      )
    }
    // A parent owes above the sum of its children, minus its own commission.
    for (const [index, { rows }] of closed.slice(0, -1).entries()) {
      const own = rows.find(({ childId }) => childId === line[index + 1]?.accountId) as PeriodRow
      expect(BigInt(own.net)).toBe(sumOf(closed[index + 1]?.rows ?? [], 'net') - BigInt(own.commission))
    }

    await settle({ stakeDay: sunday, at: new Date(`${next.from}T00:00:30Z`) })
    await settle({ stakeDay: monday, at: new Date(`${next.from}T09:00:00Z`), resultVersion: 2, reason: 'read wrongly' })
    await world.caughtUp()
    for (const [index, before] of closed.entries()) {
      const parent = line[index] as AccountSnapshot
      expect(await read({ parent, ...week, position: before.position })).toEqual(before)
    }
    const first = closed.at(-1)
    const whole = await read({ parent: master, ...week })
    const second = await read({ parent: master, ...next, previous: first?.position ?? 0 })
    expect(sumOf(whole.rows, 'play') - sumOf(first?.rows ?? [], 'play')).toBe(sumOf(second.rows, 'play', true))
    expect(sumOf(whole.rows, 'commission') - sumOf(first?.rows ?? [], 'commission')).toBe(
      sumOf(second.rows, 'commission', true),
    )
    expect(sumOf(second.rows, 'play', true)).toBeGreaterThan(0n)
    expect(second.rows.flatMap(({ corrections }) => corrections)).toHaveLength(3)
    expect(second.rows[0]?.corrections).toMatchObject([{ day: next.from, reason: 'read wrongly', gameId: 'game-1' }])
  })

  it('are the same after a rebuild', async () => {
    const before = await read({ parent: master, ...next, previous: 1 })
    const { active } = await world.generations.state()
    await world.generations.build('test')
    await world.generationAfter(active)
    expect(await read({ parent: master, ...next, previous: 1, position: before.position })).toEqual(before)
  })

  it('are signed with the key of the log', async () => {
    const { position, hash, signature } = await read({ parent: master, from: monday, to: sunday })
    const [header = '', payload = '', signed = ''] = signature.split('.')
    expect(verify(null, Buffer.from(`${header}.${payload}`), publicKey, Buffer.from(signed, 'base64url'))).toBe(true)
    const text = { parentId: master.accountId, from: monday, to: sunday, position, hash }
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toEqual(text)
  })
})

describe('weeks that are closed in turn', () => {
  it('count all play and every correction once, also those recorded during a close', async () => {
    const begin = '2026-05-04'
    const weeks = [0, 7, 14, 21].map(days => ({ from: addDays(begin, days), to: addDays(begin, days + 6) }))
    const end = weeks.at(-1)?.to ?? ''
    const names = ['play', 'commission', 'net'] as const
    const sums = line.map(() => names.map(() => 0n))
    let previous: number[] = []
    for (const week of weeks) {
      const noonOf = (day: number) => new Date(`${addDays(week.from, day)}T12:00:00Z`)
      for (let count = 0; count < 3; count++) {
        const day = pick.integer(7)
        await settle({ stakeDay: addDays(week.from, day), at: noonOf(day) })
      }
      // Recorded on the morning after the week; nothing comes after the last one.
      const late = async () => {
        if (week.to === end) return
        await settle({ stakeDay: week.from, at: noonOf(7), resultVersion: 2, reason: 'read wrongly' })
        await settle({ stakeDay: addDays(week.from, pick.integer(7)), at: noonOf(7) })
      }
      await world.caughtUp()
      const requests = line.map((parent, at): Request => {
        const last = previous[at]
        return { parent, ...week, ...(last !== undefined && { previous: last }) }
      })
      await late()
      const [closed] = await Promise.all([Promise.all(requests.map(read)), late()])
      await world.caughtUp()
      const again = requests.map((request, at) => read({ ...request, position: closed[at]?.position ?? 0 }))
      expect(await Promise.all(again)).toEqual(closed)
      previous = closed.map(({ position }) => position)
      for (const [at, { rows }] of closed.entries())
        sums[at] = names.map((name, of) => (sums[at]?.[of] ?? 0n) + sumOf(rows, name) + sumOf(rows, name, true))
    }
    for (const [at, parent] of line.entries()) {
      const { rows } = await read({ parent, from: begin, to: end })
      expect(names.map(name => sumOf(rows, name))).toEqual(sums[at])
    }
  })
})
