import { toPoints } from '@cascade/contracts'
import type { DimensionKey } from '@cascade/contracts/games'
import type { LiveGame, LiveOption } from '@cascade/contracts/live'
import { type Game, openBoard } from '@cascade/draw-rules'
import type { LiveDeps } from '../deps'
import { drawAt, drawIdOf } from '../draws/draw'
import { rulesOf } from '../games/game-rules'
import type { LivePair } from './live-pairs'

/** The open draw of a pair now, with what is staked on each option. */
export async function readLiveGame(
  { clock, zone, figures: store }: Pick<LiveDeps, 'clock' | 'zone' | 'figures'>,
  { admin, game }: LivePair,
): Promise<LiveGame> {
  const now = clock.now()
  const draw = drawAt(now, game.timecount)
  const figures = await store.read({ adminId: admin._id, gameId: game.gameId, number: draw.number, now, zone })
  const rules = rulesOf(game.gameId, game.nodigit)
  const board = openBoard(rules, figures.stakes)
  const shown = (key: DimensionKey) => withSums(rules, board.sums, key)
  return {
    adminId: admin._id,
    gameId: game.gameId,
    gameName: game.gameName,
    drawId: drawIdOf(admin._id, game.gameId, draw.number),
    drawAt: new Date(draw.drawAt).toISOString(),
    now: new Date(now).toISOString(),
    timecount: game.timecount,
    data: shown('result'),
    dataColors: shown('color'),
    dataCardTypes: shown('type'),
    percentageData: [{ gameBalance: toPoints(figures.balance) }],
    collections: {
      totalPlaypoints: toPoints(figures.play),
      totalWinpoints: toPoints(figures.win),
      totalDraw: toPoints(board.total()),
    },
    lastData: { data: figures.results.map(({ drawno, booster }) => ({ drawno, booster: Number(booster) })) },
  }
}

function withSums({ dimensions }: Game, sums: readonly (readonly bigint[])[], key: DimensionKey): LiveOption[] {
  const at = dimensions.findIndex(dimension => dimension.key === key)
  return (dimensions[at]?.options ?? []).map((option, index) => ({ ...option, sum: toPoints(sums[at]?.[index] ?? 0n) }))
}
