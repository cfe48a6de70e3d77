import { createHash } from 'node:crypto'
import type { DrawPolicy } from '@cascade/contracts/games'
import { decideBooster } from '../draw/booster'
import { decide } from '../draw/decide'
import type { Game } from '../rules/game/game'
import { budgetOf } from '../rules/policy/budget'
import { boosterFactor } from '../rules/policy/highest-return'
import { returnToPlayer } from '../rules/policy/return-to-player'

/** Returned shares of the stakes: with all boosters counted as 1, and with the actual ones. */
type Returns = { plain: number; boosted: number }

const players = 10
const stake = 100n
/** Percentage of the balance that the operator keeps per draw; it stays available for later draws. */
const keptPercent = 10

/** Theoretical return of random bets under policy `random`: the mean over all legs. */
export function returnsInTheory(game: Game): Returns {
  const returns = Array.from(game.legs.values(), leg => returnToPlayer(game, leg))
  const plain = returns.reduce((sum, each) => sum + each, 0) / returns.length
  return { plain, boosted: plain * boosterFactor(game) }
}

/** Simulated return over consecutive draws, with ten players each betting one point on a random leg. */
export function returnsInDraws(game: Game, policy: DrawPolicy, draws: number): Returns {
  const own: Game = { ...game, description: { ...game.description, policy } }
  const { chance } = own.description.booster
  const legs = [...own.legs.keys()]
  const staked = stake * BigInt(players)
  let balance = 0n
  const paid = { plain: 0n, boosted: 0n }
  for (let draw = 0; draw < draws; draw++) {
    const seed = createHash('sha256').update(`seed ${draw}`).digest()
    balance += staked
    const booster = decideBooster(chance, seed).value
    const input = { stakes: stakesAt(draw, legs), budget: budgetOf(balance, keptPercent), booster, seed }
    const { payout } = decide(own, input)
    balance -= payout
    paid.boosted += payout
    paid.plain += payout / BigInt(booster)
  }
  const all = Number(staked * BigInt(draws))
  return { plain: Number(paid.plain) / all, boosted: Number(paid.boosted) / all }
}

/** Bets derived from the draw number, independent of the hash that decides the draw. */
function stakesAt(draw: number, legs: readonly string[]): [string, bigint][] {
  const bytes = createHash('sha512').update(`bets ${draw}`).digest()
  const stakes = new Map<string, bigint>()
  for (let player = 0; player < players; player++) {
    const leg = legs[bytes.readUInt32BE(player * 4) % legs.length] ?? ''
    stakes.set(leg, (stakes.get(leg) ?? 0n) + stake)
  }
  return [...stakes]
}
