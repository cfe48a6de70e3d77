import { toPoints } from '@cascade/contracts'
import { playsGame } from '@cascade/contracts/games'
import {
  betsPerTicketMax,
  drawIdOf,
  type PlayDraw,
  type PlayGame,
  type PlayTable,
  type TableState,
} from '@cascade/contracts/live'
import { type Game, legKey, resultLabel, targetsOf } from '@cascade/draw-rules'
import { businessDay, type Call, requirePermission } from '@cascade/service-kit'
import type { BaseDeps } from '../base-deps'
import { findPlayableGame, findPlayer } from '../betting/read-bet'
import type { ScheduledGame } from '../catalog/catalog'
import { type Offering, offeringKey } from '../catalog/offering'
import { isPaused, type Schedule } from '../catalog/schedule'
import type { LiveDeps } from '../deps'

const defaultChips = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 5_000, 10_000]

export async function readTable(deps: LiveDeps, { ctx, input }: Call<{ gameId: string }>) {
  requirePermission(ctx, 'bets.place')
  const { actor } = ctx
  const { offering, scheduled } = await findPlayableGame(deps, actor.accountId, input.gameId)
  const nowMs = deps.clock.now()
  const times = deps.catalog.openDraw(scheduled, nowMs)
  const rules = await deps.catalog.rules(input.gameId, times.version)
  const { limits } = rules.description
  const day = businessDay(new Date(nowMs), deps.zone)
  const used = await readUsedLimits(deps, actor.accountId, {
    day,
    gameId: input.gameId,
    drawId: drawIdOf(offering, times.drawAtMs),
  })
  const data: PlayTable = {
    gameId: input.gameId,
    gameName: scheduled.game.gameName,
    version: times.version,
    options: rules.dimensions.flatMap(({ key, options }) => options.map(option => ({ dimension: key, ...option }))),
    bets: listBetTypes(rules),
    chips: defaultChips.filter(chip => chip >= limits.betMin && chip <= limits.betMax && chip % limits.betStep === 0),
    limits: {
      bet: { min: limits.betMin, max: limits.betMax, step: limits.betStep },
      ticket: { bets: betsPerTicketMax },
      draw: { optionMax: limits.drawOptionMax, used: toPoints(used.draw) },
      day: { max: limits.playerDayMax, used: toPoints(used.day) },
    },
    voidSeconds: rules.description.draw.voidSeconds ?? 0,
  }
  return { data }
}

async function readUsedLimits(
  { totals }: Pick<LiveDeps, 'totals'>,
  playerId: string,
  { day, gameId, drawId }: { day: string; gameId: string; drawId: string },
) {
  const [[onDraw], ofDay] = await Promise.all([
    totals.readPlayerDraws(playerId, [drawId]),
    totals.readStake(playerId, day, gameId),
  ])
  return { day: ofDay, draw: onDraw?.stake ?? 0n }
}

function listBetTypes(rules: Game): PlayTable['bets'] {
  const { bets, bundles } = rules.description
  const targets = targetsOf(rules)
  const takesOf = (type: string) =>
    (targets.get(type) ?? []).map(drawno => ({ drawno, covers: coversOf(rules, legKey(type, drawno)) }))
  const single = bets.map(({ type, label, dimension, multiplier }) => ({
    type,
    label,
    dimension,
    multiplier: multiplier / 100,
    onEach: false,
    takes: takesOf(type),
  }))
  const bundled = bundles.flatMap(({ type, label, of }) => {
    const bet = bets.find(each => each.type === of)
    if (!bet) return []
    const { dimension, multiplier } = bet
    return { type, label, dimension, multiplier: multiplier / 100, onEach: true, takes: takesOf(type) }
  })
  return [...single, ...bundled]
}

function coversOf({ legs, bundles, dimensions }: Game, key: string): string[] {
  return (bundles.get(key) ?? [key]).flatMap(each => {
    const { dimension, covers } = legs.get(each) ?? { dimension: 0, covers: [] }
    return covers.flatMap(option => dimensions[dimension]?.options[option]?.drawno ?? [])
  })
}

/** The open draw of a game with the commitment to its seed, to be read before betting. */
export async function readOpenDraw(deps: LiveDeps, { ctx, input }: Call<{ gameId: string }>) {
  requirePermission(ctx, 'bets.place')
  const { draw } = await readPlayDraw(deps, { accountId: ctx.actor.accountId, gameId: input.gameId })
  return { data: draw }
}

/** For the sockets of players. @throws AppError NOT_FOUND unless the account is a player who may bet on the game */
export async function readPlayDraw(deps: LiveDeps, input: { accountId: string; gameId: string }) {
  const { offering, scheduled } = await findPlayableGame(deps, input.accountId, input.gameId)
  const [open] = await readTableStates(deps, [{ ...offering, scheduled }])
  if (!open) throw new Error('offering without an open draw')
  const { drawId, times, state, nowMs } = open
  const [row, [chain], rules] = await Promise.all([
    deps.draws.find(drawId),
    deps.chains.read([offering]),
    deps.catalog.rules(input.gameId, times.version),
  ])
  const numberOf = (drawAtMs: number) => drawNumber(scheduled.schedule, drawAtMs, deps.zone)
  const draw: PlayDraw = {
    drawId,
    number: numberOf(times.drawAtMs),
    opensAt: isoOf(times.opensAtMs),
    closesAt: isoOf(times.lockAtMs),
    drawAt: isoOf(times.drawAtMs),
    now: isoOf(nowMs),
    state,
    commitment: deps.seeds.commitment(drawId, row?.seedKeyId ?? deps.seeds.keyIdAt(times.drawAtMs)),
    lastResults: (chain?.results ?? []).map(result => ({
      ...result,
      label: resultLabel(rules, result.drawno),
      number: numberOf(Date.parse(result.drawAt)),
    })),
  }
  return { adminId: offering.adminId, draw }
}

export async function listGames(deps: LiveDeps, { ctx }: Call) {
  requirePermission(ctx, 'bets.place')
  const { admin } = await findPlayer(deps, ctx.actor.accountId)
  const games = deps.catalog.active().filter(({ game }) => playsGame(admin, game))
  const offerings = games.map(scheduled => ({ adminId: admin._id, gameId: scheduled.game.gameId, scheduled }))
  const data = (await readTableStates(deps, offerings)).map(
    ({ scheduled: { game, schedule }, times, state }): PlayGame => {
      const { gameId, gameName, logo, status } = game
      const { intervalSeconds = 0 } = schedule.findLast(({ version }) => version === times.version) ?? {}
      return {
        gameId,
        gameName,
        image: logo ?? null,
        status,
        everySeconds: intervalSeconds,
        state,
        closesAt: isoOf(times.lockAtMs),
        drawAt: isoOf(times.drawAtMs),
      }
    },
  )
  return { data }
}

async function readTableStates(
  { catalog, clock, stops }: Pick<BaseDeps, 'catalog' | 'clock' | 'stops'>,
  offerings: readonly (Offering & { scheduled: ScheduledGame })[],
) {
  const stopped = await stops.findByOffering(offerings)
  const nowMs = clock.now()
  return offerings.map(({ scheduled, ...offering }) => {
    const times = catalog.openDraw(scheduled, nowMs)
    const stop = stopped.get(offeringKey(offering))
    const isStopped = stop !== undefined && (stop.game || stop.admin || stop.everywhere)
    const state: TableState =
      isStopped || isPaused(times, nowMs) ? 'stopped' : nowMs >= times.lockAtMs ? 'closed' : 'open'
    return { scheduled, times, state, nowMs, drawId: drawIdOf(offering, times.drawAtMs) }
  })
}

const isoOf = (milliseconds: number) => new Date(milliseconds).toISOString()

const secondsOfDay = new Map<string, Intl.DateTimeFormat>()

/**
 * Position of a draw in its business day: 1 for the first after midnight. Computed without counting other draws; the
 * numbering jumps when a game changes its interval.
 */
export function drawNumber(schedule: Schedule, drawAtMs: number, zone: string): number {
  const stretch = schedule.findLast(({ fromMs }) => fromMs < drawAtMs) ?? schedule[0]
  if (!stretch) throw new RangeError('game without a version')
  const format = secondsOfDay.get(zone) ?? formatIn(zone)
  const parts = new Map(format.formatToParts(drawAtMs).map(({ type, value }) => [type, Number(value)]))
  const seconds = (parts.get('hour') ?? 0) * 3600 + (parts.get('minute') ?? 0) * 60 + (parts.get('second') ?? 0)
  return Math.floor(seconds / stretch.intervalSeconds) + 1
}

function formatIn(zone: string) {
  const time = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const
  const format = new Intl.DateTimeFormat('en-GB', { timeZone: zone, ...time })
  secondsOfDay.set(zone, format)
  return format
}
