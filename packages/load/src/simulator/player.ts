import { type PlayClient, RejectedError } from '@cascade/play-client'
import { chooseBets, type Playable } from '../players/bets'
import type { Random } from '../players/random'
import type { Figures } from './report'

/** Average number of bets between two claims. */
const betsBetweenClaims = 12

export type Player = ReturnType<typeof createPlayer>

/** A simulated player: places tickets, claims wins and reports when its points are spent. */
export function createPlayer(parts: {
  id: string
  client: Pick<PlayClient, 'bet' | 'claim'>
  random: Random
  figures: Figures
  signal: AbortSignal
}) {
  const { id, client, random, figures, signal } = parts
  let isBusy = false
  let isBroke = false
  let untilClaim = random.between(1, betsBetweenClaims)

  async function attempt(work: () => Promise<void>) {
    try {
      await work()
    } catch (error) {
      const reason = error instanceof RejectedError ? error.reason : 'NO_ANSWER'
      if (reason === 'INSUFFICIENT') isBroke = true
      figures.rejected(reason)
    }
  }

  return {
    id,
    isFree: () => !isBusy && !isBroke,
    isBroke: () => isBroke,
    funded() {
      isBroke = false
    },

    /** @returns the ticket id; undefined if rejected */
    async bet(playable: Playable): Promise<string | undefined> {
      isBusy = true
      let ticketId: string | undefined
      await attempt(async () => {
        const started = performance.now()
        const ticket = { gameId: playable.gameId, bets: chooseBets(playable, random) }
        const placed = await client.bet(ticket, { signal })
        figures.placed(placed.stake, performance.now() - started)
        ticketId = placed.ticketId
      })
      untilClaim -= 1
      if (untilClaim <= 0 || isBroke) {
        untilClaim = random.between(1, 2 * betsBetweenClaims)
        await this.claim()
      }
      isBusy = false
      return ticketId
    },

    claim: () =>
      attempt(async () => {
        const { claimed } = await client.claim(undefined, { signal })
        if (claimed > 0) {
          figures.claimed(claimed)
          isBroke = false
        }
      }),
  }
}

const tickMs = 20

/**
 * Open loop: calls `act` at a fixed rate until stopped, regardless of call durations. When `act` returns false, the slot is
 * skipped, not made up for later.
 */
export async function runAtRate(perSecond: number, signal: AbortSignal, act: () => boolean): Promise<void> {
  let last = performance.now()
  let dueCalls = 0
  while (!signal.aborted) {
    await new Promise(resolve => setTimeout(resolve, tickMs))
    const now = performance.now()
    dueCalls += ((now - last) / 1000) * perSecond
    last = now
    for (; dueCalls >= 1; dueCalls -= 1) {
      if (!act()) {
        dueCalls = 0
        break
      }
    }
  }
}
