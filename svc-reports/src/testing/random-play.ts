import type { AccountSnapshot } from '@cascade/contracts/accounts'
import { businessDay } from '@cascade/service-kit'
import { accountCreated, makeAccount } from '@cascade/service-kit/testing'
import { createEarnings, type EarningFact } from './oracle'
import { claimEvent, makeMoment, type Picker, type PlayFact, settledEvent, zone } from './play-facts'
import type { startWorld } from './world'

type Options = { pick: Picker; games: readonly string[] }

/** Random trees and draws, with the facts of which reports are made. */
export function createRandomPlay(
  world: Pick<Awaited<ReturnType<typeof startWorld>>, 'live' | 'producer'>,
  { pick, games }: Options,
) {
  const facts: EarningFact[] = []
  const earn = createEarnings()
  const createdAt = '2026-01-01T00:00:00.000Z'

  const below = (parent: AccountSnapshot, role: AccountSnapshot['role'], count: number) =>
    Array.from({ length: count }, () => makeAccount({ role, parent, commissionBp: pick.integer(1_000), createdAt }))

  const chainOf = ({ ancestry, accountId }: AccountSnapshot) =>
    [ancestry.admin, ancestry.superareamanager, ancestry.areamanager, ancestry.master, accountId].map(id => id ?? '')

  function makeFact(player: AccountSnapshot, at: Date): PlayFact {
    // Sometimes a fact is recorded only after its day.
    const dayTime = pick.chance(0.15) ? new Date(at.getTime() - pick.integer(86_400_000)) : at
    const isCorrection = pick.chance(0.1)
    const line = { at, day: businessDay(dayTime, zone), gameId: pick.one(games), chain: chainOf(player) }
    const rates = Array.from({ length: 4 }, () => pick.integer(1_000)) as PlayFact['rates']
    if (isCorrection)
      return { ...line, tickets: 0n, play: 0n, win: BigInt(pick.integer(2_000) - 1_000), claim: 0n, rates }
    const play = BigInt(1 + pick.integer(500_000))
    const win = pick.chance(0.3) ? play * BigInt(pick.integer(9)) : 0n
    return { ...line, tickets: BigInt(1 + pick.integer(3)), play, win, claim: 0n, rates }
  }

  return {
    facts,

    /** A tree below one admin for each of `roots`. */
    async grow(roots: readonly AccountSnapshot[]) {
      const admins = roots.flatMap(root => below(root, 'admin', 1))
      const supers = admins.flatMap(admin => below(admin, 'superareamanager', 1 + pick.integer(2)))
      const areas = supers.flatMap(each => below(each, 'areamanager', 1 + pick.integer(2)))
      const masters = areas.flatMap(area => below(area, 'master', 1 + pick.integer(2)))
      const players = masters.flatMap(master => below(master, 'player', 1 + pick.integer(3)))
      const accounts = [...admins, ...supers, ...areas, ...masters, ...players]
      await world.producer.emit(...accounts.map(accountCreated))
      return { accounts, masters, players }
    },

    /**
     * Draws of one to four players. A win counts for the day on which it is recorded, its stake perhaps for an earlier
     * one.
     */
    async play(players: readonly AccountSnapshot[], draws: number, { from, days }: { from: Date; days: number }) {
      const moments = Array.from({ length: draws }, () => makeMoment(pick, from, days))
      // In the order of time, as draws are settled.
      moments.sort((a, b) => a.getTime() - b.getTime())
      for (const [index, at] of moments.entries()) {
        const admin = pick.one(players).ancestry.admin
        const own = players.filter(player => player.ancestry.admin === admin)
        const drawn = Array.from({ length: 1 + pick.integer(4) }, () => makeFact(pick.one(own), at))
        const gameId = drawn[0]?.gameId ?? ''
        const day = businessDay(at, zone)
        const event = settledEvent(
          drawn.map(fact => ({ ...fact, gameId })),
          index,
        )
        await world.live.emit({ ...event, data: { ...event.data, day } })
        for (const fact of drawn) {
          facts.push(earn({ ...fact, gameId, win: 0n }), earn({ ...fact, gameId, day, tickets: 0n, play: 0n }))
        }
        if (pick.chance(0.2))
          await world.live.emit(claimEvent({ ...makeFact(pick.one(own), at), claim: 500n, day }, index))
      }
    },

    /** Moves players to another master of the same admin; their past play stays on the former edges. */
    async movePlayers(players: AccountSnapshot[], masters: readonly AccountSnapshot[]) {
      for (let index = 0; index < players.length; index++) {
        const player = players[index]
        const target = pick.one(masters.filter(master => master.ancestry.admin === player?.ancestry.admin))
        if (!player || pick.chance(0.5)) continue
        const moved = { ...player, parentId: target.accountId, ancestry: { ...target.ancestry }, version: 2 }
        players[index] = moved
        await world.producer.emit({ type: 'accounts.account.updated.v1', data: moved })
      }
    },
  }
}
