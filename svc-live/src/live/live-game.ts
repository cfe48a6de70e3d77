import { toPoints } from '@cascade/contracts'
import type { LiveGame, LiveOption } from '@cascade/contracts/live'
import type { LiveDeps } from '../deps'
import { drawAt, drawIdOf } from '../draws/draw'
import type { LayoutOption } from '../games-layout/layout'
import { layoutOf } from '../games-layout/layout-of'
import type { Figures } from './figure-store'
import type { LivePair } from './live-pairs'

/** The open draw of a pair now, with what is staked on each option. */
export async function readLiveGame(
  { clock, zone, figures: store }: Pick<LiveDeps, 'clock' | 'zone' | 'figures'>,
  { admin, game }: LivePair,
): Promise<LiveGame> {
  const now = clock.now()
  const draw = drawAt(now, game.timecount)
  const figures = await store.read({ adminId: admin._id, gameId: game.gameId, number: draw.number, now, zone })
  const layout = layoutOf(game.gameId, game.nodigit)
  const shown = (options: readonly LayoutOption[]) => options.map(option => withSum(option, figures))
  return {
    adminId: admin._id,
    gameId: game.gameId,
    gameName: game.gameName,
    drawId: drawIdOf(admin._id, game.gameId, draw.number),
    drawAt: new Date(draw.drawAt).toISOString(),
    now: new Date(now).toISOString(),
    timecount: game.timecount,
    data: shown(layout.options),
    dataColors: shown(layout.colors),
    dataCardTypes: shown(layout.cardTypes),
    percentageData: [{ gameBalance: toPoints(figures.balance) }],
    collections: {
      totalPlaypoints: toPoints(figures.play),
      totalWinpoints: toPoints(figures.win),
      totalDraw: toPoints([...figures.stakes.values()].reduce((sum, stake) => sum + stake, 0n)),
    },
    lastData: { data: figures.results.map(({ drawno, booster }) => ({ drawno, booster: Number(booster) })) },
  }
}

function withSum({ legs, ...option }: LayoutOption, { stakes }: Figures): LiveOption {
  const sum = legs.reduce((total, leg) => total + (stakes.get(leg) ?? 0n), 0n)
  return { ...option, sum: toPoints(sum) }
}
