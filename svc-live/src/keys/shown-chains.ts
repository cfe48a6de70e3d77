import type { SeedChain } from '@cascade/contracts/live'
import { addDays, businessDay } from '@cascade/service-kit'
import type { DrawStore } from '../draws/draw-store'
import type { Seeds } from './seeds'

/** Draws without a bet are drawn within this time or left out. */
const lateMs = 5 * 60_000
/** Whoever asks has what was true a moment ago: anybody may ask, as often as they like. */
const freshMs = 30_000

type Deps = { draws: Pick<DrawStore, 'open'>; clock: { now: () => number }; seeds: Seeds; zone: string }

/** Chains of day seeds as anybody may see them: each with the newest seed of a day of which every draw is drawn. */
export function createShownChains({ draws, clock, seeds, zone }: Deps) {
  let known: { chains: Promise<SeedChain[]>; atMs: number } | undefined

  async function read(): Promise<SeedChain[]> {
    const [oldest] = await draws.open()
    const openMs = Math.min(oldest?.drawAt.getTime() ?? Number.POSITIVE_INFINITY, clock.now() - lateMs)
    const lastDay = addDays(businessDay(new Date(openMs), zone), -1)
    return seeds.published.map(chain => ({ ...chain, revealed: seeds.revealUpTo(chain, lastDay) }))
  }

  return (): Promise<SeedChain[]> => {
    const atMs = performance.now()
    if (known && atMs - known.atMs < freshMs) return known.chains
    const chains = read()
    known = { chains, atMs }
    chains.catch(() => {
      known = undefined
    })
    return chains
  }
}
