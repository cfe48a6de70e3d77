import type { DimensionKey } from '@cascade/contracts/games'
import type { LiveGame, LiveOption } from '@cascade/contracts/live'
import { compileGame, createBoard, previewCandidates } from '@cascade/draw-rules'
import { masterGames } from '@cascade/draw-rules/master'
import { makeOpenDraw } from './make-live-game'

const lists: Readonly<Record<DimensionKey, 'data' | 'dataColors' | 'dataCardTypes'>> = {
  result: 'data',
  color: 'dataColors',
  type: 'dataCardTypes',
}
const toPoints = (hundredths: bigint) => Number(hundredths) / 100

/**
 * The open draw of a master-data game, 300 s before its end, as the server returns it.
 * @param stakes in whole points, by leg, e.g. `{ 'straight:7': 10 }`
 */
export function makeGameState(
  gameId: string,
  stakes: Readonly<Record<string, number>> = {},
  overrides: Partial<LiveGame> = {},
): LiveGame {
  const game = masterGames.find(each => each.gameId === gameId)
  if (!game) throw new Error(`${gameId} is no game of the master data`)
  const rules = compileGame(game.description)
  const board = createBoard(
    rules,
    Object.entries(stakes).map(([leg, points]) => [leg, BigInt(points) * 100n] as const),
  )
  const total = Object.values(stakes).reduce((sum, points) => sum + points, 0)
  const gameBalance = 1_000 + total
  const preview = previewCandidates(rules, board, {
    balance: BigInt(gameBalance) * 100n,
    winpercentage: 10,
    booster: 1,
  })
  const isAll = preview.indices.length === rules.outcomes.length
  const optionsOf = (dimension: number): LiveOption[] =>
    (rules.dimensions[dimension]?.options ?? []).map((option, index) => ({
      ...option,
      sum: toPoints(board.sums[dimension]?.[index] ?? 0n),
      liability: toPoints(board.costs[dimension]?.[index] ?? 0n),
      liabilityBoosted: 2 * toPoints(board.costs[dimension]?.[index] ?? 0n),
    }))
  const { layout, limits, policy, draw } = game.description
  return makeOpenDraw(300, 0, {
    gameId,
    gameName: game.gameName,
    layout,
    limits,
    policy,
    timecount: draw.intervalSeconds,
    resultSeconds: draw.resultSeconds,
    data: [],
    dataColors: [],
    dataCardTypes: [],
    ...Object.fromEntries(rules.dimensions.map(({ key }, dimension) => [lists[key], optionsOf(dimension)])),
    percentageData: [{ gameBalance }],
    collections: { totalPlaypoints: 5_000 + total, totalWinpoints: 4_200, totalDraw: total },
    preview: {
      policy,
      winpercentage: 10,
      budget: toPoints(preview.budget),
      candidates: preview.indices.length,
      fits: preview.fits,
      least: toPoints(preview.least),
      most: toPoints(preview.most),
      mean: toPoints(preview.mean),
      ...(!isAll && {
        drawnos: [
          ...new Set(
            preview.indices.flatMap(
              index => rules.dimensions[0]?.options[rules.outcomes[index]?.picks[0] ?? -1]?.drawno ?? [],
            ),
          ),
        ],
      }),
    },
    tickets: Object.keys(stakes).length,
    ...overrides,
  })
}
