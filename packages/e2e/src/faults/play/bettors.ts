import { type CreateBet, liveApi, type PlacedBet } from '@cascade/contracts/live'
import { chooseBets } from '@cascade/load/bets'
import type { Random } from '@cascade/load/random'
import type { Api } from '../../support/api'
import type { PlayerAt, PlayWorld } from './play-world'

/** One bet request and its outcome as the client knows it. Keys are unique. */
export type Attempt = {
  key: string
  player: PlayerAt
  body: CreateBet
  outcome: 'booked' | 'refused' | 'unknown'
  placed?: PlacedBet
  why?: string
}

const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

/** Says only that this attempt was not executed, nothing about earlier ones. */
const tooMany = 429
const restMs = 1_000

/** Sends the bet once. Any response below 500 except 429 is final. */
async function ask(api: Api, attempt: Attempt): Promise<void> {
  const { token } = attempt.player.session
  const headers = { 'idempotency-key': attempt.key }
  const sent = { token, body: attempt.body, headers }
  const { status, body } = await api
    .send('POST', liveApi.createBet.path, sent)
    .catch((error: Error) => ({ status: 0, body: { code: error.name } as Record<string, unknown> }))
  attempt.why = `${status} ${String(body.code ?? '')} ${String(body.message ?? '')}`
  if (status === liveApi.createBet.status) {
    attempt.placed = liveApi.createBet.response.parse(body).data
    attempt.outcome = 'booked'
  } else if (status >= 400 && status < 500 && status !== tooMany) attempt.outcome = 'refused'
  else attempt.outcome = 'unknown'
}

export type Load = { attempts: readonly Attempt[]; booked: () => number; stop: () => Promise<void> }

/**
 * Players who bet continuously and sometimes claim wins; after a lost response some retry and some give up.
 * @param name unique prefix of the idempotency keys
 */
export function startBettors(
  api: Api,
  world: PlayWorld,
  random: Random,
  { pauseMs, name }: { pauseMs: number; name: string },
): Load {
  const attempts: Attempt[] = []
  let isOver = false
  let booked = 0

  async function play(player: PlayerAt, number: number) {
    for (let count = 0; !isOver; count++) {
      const game = random.pick(world.games)
      const body = { gameId: game.gameId, bets: chooseBets(game, random) }
      const attempt: Attempt = { key: `${name}-${number}-${count}`, player, body, outcome: 'unknown' }
      attempts.push(attempt)
      await ask(api, attempt)
      for (let again = 0; attempt.outcome === 'unknown' && again < 3 && random.chance(0.7); again++) {
        await pause(random.between(20, 400))
        await ask(api, attempt)
      }
      if (attempt.outcome === 'booked') booked += 1
      if (random.chance(0.05)) await take(api, player).catch(() => undefined)
      await pause(attempt.outcome === 'booked' ? random.between(0, 2 * pauseMs) : restMs)
    }
  }

  const playing = world.players.map((player, number) => play(player, number))
  return {
    attempts,
    booked: () => booked,
    async stop() {
      isOver = true
      await Promise.all(playing)
    },
  }
}

/** Resends bets with an unknown outcome until it is known, one at a time per player. */
export async function learnOutcomes(api: Api, attempts: readonly Attempt[]): Promise<void> {
  const byPlayer = new Map<PlayerAt, Attempt[]>()
  for (const attempt of attempts) byPlayer.set(attempt.player, [...(byPlayer.get(attempt.player) ?? []), attempt])
  const learn = async (own: readonly Attempt[]) => {
    for (const attempt of own) {
      await ask(api, attempt)
      while (attempt.outcome === 'unknown') {
        await pause(250)
        await ask(api, attempt)
      }
    }
  }
  await Promise.all([...byPlayer.values()].map(learn))
}

/** Claims wins. @returns the points left to claim */
export async function take(api: Api, { session }: PlayerAt): Promise<number> {
  return (await api.call(liveApi.take, session, { body: {} })).data.left
}
