import { liveApi } from '@cascade/contracts/live'
import { compileGame, type Game, type Outcome, parseResult, picksOf } from '@cascade/draw-rules'
import type { Random } from '@cascade/load/random'
import { expect } from 'vitest'
import type { Api, Session } from '../../support/api'
import { type AuditedDraw, expectDrawCorrect, settledDraw } from './audit'

const most = 4

/**
 * Corrects some draws to the result with the largest stake and booster 2, and checks the new wins.
 * @returns the original draws
 */
export async function correctSome(
  api: Api,
  adminOf: (adminId: string) => Session,
  draws: readonly AuditedDraw[],
  random: Random,
): Promise<readonly AuditedDraw[]> {
  const chosen = random.shuffled(draws).slice(0, most)
  for (const before of chosen) {
    const admin = adminOf(before.page.adminId)
    const { game, first } = resultOf(before)
    const dear = resultWithLargestStake(game, before)
    const other = dear.text === first.text ? otherOutcome(game, first) : dear
    await correct(api, admin, before.page.drawId, { game, outcome: other, booster: 2 })
    const changed = await settledDraw(api, admin, before.page.drawId)
    expect(changed.page.documents.at(-1)?.record).toMatchObject({ result: other.text, resultVersion: 2 })
    expectDrawCorrect(changed)
  }
  return chosen
}

/** Corrects each draw back to its first result and expects the original wins. */
export async function correctBack(
  api: Api,
  adminOf: (adminId: string) => Session,
  corrected: readonly AuditedDraw[],
): Promise<void> {
  for (const before of corrected) {
    const admin = adminOf(before.page.adminId)
    const { game, first, booster } = resultOf(before)
    await correct(api, admin, before.page.drawId, { game, outcome: first, booster })
    const back = await settledDraw(api, admin, before.page.drawId)
    expect(back.page.documents.at(-1)?.record).toMatchObject({ result: first.text, resultVersion: 3 })
    expectDrawCorrect(back)
    expect(back.tickets).toEqual(before.tickets)
  }
}

function resultOf({ page }: AuditedDraw) {
  const document = page.documents.at(-1)
  if (!document) throw new Error(`${page.drawId} has no record`)
  const game = compileGame(document.description)
  const first = parseResult(game, document.record.result)
  if (!first) throw new Error(`${document.record.result} is not a valid result`)
  return { game, first, booster: document.record.booster.value }
}

/** The result with the largest stake, so that a correction has much to pay. */
function resultWithLargestStake(game: Game, { page }: AuditedDraw): Outcome {
  const [leg] = page.legs.flatMap(({ type, drawno }) => game.legs.get(`${type}:${drawno}`) ?? [])
  const found = leg && game.outcomes.find(({ picks }) => leg.covers.includes(picks[leg.dimension] ?? -1))
  if (!found) throw new Error(`${page.drawId} has no bets`)
  return found
}

function otherOutcome(game: Game, { text }: Outcome): Outcome {
  const found = game.outcomes.find(outcome => outcome.text !== text)
  if (!found) throw new Error('the game has only one result')
  return found
}

type Choice = { game: Game; outcome: Outcome; booster: 1 | 2 }

async function correct(api: Api, admin: Session, drawId: string, { game, outcome, booster }: Choice) {
  const body = { drawId, ...picksOf(game, outcome), boosterValue: booster, reason: 'A test of corrections' }
  await api.call(liveApi.correctResult, admin, { body: body as never })
}
