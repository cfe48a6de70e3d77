import { businessDay } from '@cascade/service-kit'

export const zone = 'Asia/Kolkata'

/** A fact of play: when it was recorded, and the day it counts for. */
export type PlayFact = {
  at: Date
  day: string
  gameId: string
  /** From the admin down to the player. */
  chain: string[]
  tickets: bigint
  play: bigint
  win: bigint
  claim: bigint
  /** Basis points of the super area manager, the area manager, the master and the player. */
  rates: [number, number, number, number]
}

function createRandom(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

export type Picker = ReturnType<typeof createPicker>
export function createPicker(seed: number) {
  const random = createRandom(seed)
  const integer = (max: number) => Math.floor(random() * max)
  return {
    integer,
    one: <T>(from: readonly T[]) => from[integer(from.length)] as T,
    chance: (part: number) => random() < part,
  }
}

/** Every other time is near a business midnight, so that borders of days and months are covered. */
export function makeMoment(pick: Picker, from: Date, days: number): Date {
  const start = Date.parse(
    `${businessDay(new Date(from.getTime() + pick.integer(days) * 86_400_000), zone)}T00:00:00+05:30`,
  )
  const near = [-1, 0, 1, 999, 59_999, 3_600_000, 86_399_999]
  return new Date(pick.chance(0.5) ? start + pick.one(near) : start + pick.integer(86_400_000))
}

export function settledEvent(facts: readonly PlayFact[], index: number) {
  const [first] = facts
  if (!first) throw new Error('No facts.')
  const day = facts.find(fact => fact.win !== 0n)?.day ?? first.day
  return {
    type: 'live.draw.settled.v1',
    at: first.at,
    data: {
      drawId: `draw-${index}`,
      adminId: first.chain[0],
      gameId: first.gameId,
      resultVersion: 1,
      drawAt: first.at.toISOString(),
      result: '7',
      booster: 1,
      chunk: 0,
      day,
      players: facts.map(({ chain, day: stakeDay, tickets, play, win, rates }) => {
        const [admin, superareamanager, areamanager, master, id] = chain as [string, string, string, string, string]
        const [superRate, areaRate, masterRate, playerRate] = rates
        return {
          id,
          username: id,
          ancestry: { superadmin: 'root', admin, superareamanager, areamanager, master },
          stakeDay,
          tickets: Number(tickets),
          play: String(play),
          win: String(win),
          rates: { superareamanager: superRate, areamanager: areaRate, master: masterRate, player: playerRate },
        }
      }),
    },
  }
}

export function claimEvent({ at, day, chain, gameId, claim }: PlayFact, index: number) {
  const [admin = '', superareamanager = '', areamanager = '', master = '', id = ''] = chain
  const player = { id, username: id, ancestry: { superadmin: 'root', admin, superareamanager, areamanager, master } }
  const data = {
    claimId: `claim-${index}`,
    adminId: admin,
    gameId,
    player,
    amount: String(claim),
    tickets: 1,
    day,
    isAutomatic: false,
  }
  return { type: 'live.ticket.claimed.v1', at, data }
}
