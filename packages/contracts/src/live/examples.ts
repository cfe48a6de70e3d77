import { descriptionExample } from '../games/description-versions'
import type { DrawResulted, DrawSettled, GameBusy, TicketClaimed } from './events'
import type { HistoryRow } from './history'
import type { LiveChange, LiveGame, LiveOption } from './live-game'

const drawId = 'a1_MNOQqWWi_1772359260'
const option = (drawno: string, color?: string): LiveOption => ({
  drawno,
  label: drawno,
  sum: 0,
  liability: 0,
  liabilityBoosted: 0,
  ...(color && { color }),
})

/** An open draw of Fun Target, 60 s long and 30 s before its end: 10 points are staked on the 7. */
export const liveGameExample: LiveGame = {
  adminId: 'a1',
  gameId: 'MNOQqWWi',
  gameName: 'Fun Target',
  now: '2026-03-01T10:00:30.000Z',
  timecount: 60,
  layout: { kind: 'digits', columns: 5, groups: [] },
  limits: descriptionExample.description.limits,
  policy: 'budgeted',
  resultSeconds: 0,
  data: ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'].map(drawno =>
    drawno === '7' ? { ...option(drawno), sum: 10, liability: 90, liabilityBoosted: 180 } : option(drawno),
  ),
  dataColors: [],
  dataCardTypes: [],
  drawId,
  opensAt: '2026-03-01T10:00:00.000Z',
  lockAt: '2026-03-01T10:00:55.000Z',
  drawAt: '2026-03-01T10:01:00.000Z',
  gameVersion: 1,
  commitment: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  seedKeyId: 'seed-1',
  percentageData: [{ gameBalance: 1010 }],
  collections: { totalPlaypoints: 250, totalWinpoints: 90, totalDraw: 10 },
  lastData: {
    data: [
      { drawno: '3', booster: 1, drawId: 'a1_MNOQqWWi_1772359200', drawAt: '2026-03-01T10:00:00.000Z' },
      { drawno: '0', booster: 2, drawId: 'a1_MNOQqWWi_1772359140', drawAt: '2026-03-01T09:59:00.000Z' },
    ],
  },
  pending: null,
  preview: {
    ...{ policy: 'budgeted', winpercentage: 10, budget: 909, candidates: 10, fits: true },
    ...{ least: 0, most: 90, mean: 9 },
  },
  stops: { game: false, admin: false, everywhere: false },
  highestLiability: 180,
  tickets: 1,
  feed: { epoch: 'e1', number: 12 },
}

/** What follows the example when somebody stakes 5 points on the 0. */
export const liveChangeExample: LiveChange = {
  adminId: 'a1',
  gameId: 'MNOQqWWi',
  now: '2026-03-01T10:00:31.000Z',
  feed: { epoch: 'e1', number: 13 },
  data: [{ index: 9, sum: 5, liability: 45, liabilityBoosted: 90 }],
  percentageData: [{ gameBalance: 1015 }],
  collections: { totalPlaypoints: 255, totalWinpoints: 90, totalDraw: 15 },
  tickets: 2,
}

export const historyRowExample: HistoryRow = {
  ticketId: '5f0c4b1e-7d2a-5b1c-9a63-2f6a1c0d9e01',
  username: 'player1',
  gameId: 'MNOQqWWi',
  gameName: 'Fun Target',
  timeopen: '2026-03-01T10:00:12.000Z',
  timeclose: '2026-03-01T10:01:00.000Z',
  playpoints: 10,
  winpoints: 90,
  resultNo: '7',
  booster: 1,
  claimdate: '2026-03-01T10:02:05.000Z',
  playerId: 'p1',
  drawId,
}

const envelope = { at: '2026-03-01T10:01:01.000Z', actor: null, correlationId: 'draw-1', causationId: null }
const draw = {
  drawId,
  adminId: 'a1',
  gameId: 'MNOQqWWi',
  resultVersion: 1,
  drawAt: '2026-03-01T10:01:00.000Z',
  result: '7',
  booster: 1,
}
const player = {
  id: 'p1',
  username: 'player1',
  ancestry: { superadmin: 'a0', admin: 'a1', superareamanager: 's1', areamanager: 'm1', master: 'x1' },
}

/** Messages as svc-live emits them; consumers feed them to their reactions. */
export const liveExamples = {
  gameBusy: {
    ...envelope,
    id: '0197a1b0-0000-7000-8000-000000000011',
    type: 'live.game.busy.v1',
    seq: 1,
    data: { adminId: 'a1', gameId: 'MNOQqWWi', busy: true, version: 1 },
  } satisfies GameBusy,
  drawResulted: {
    ...envelope,
    id: '0197a1b0-0000-7000-8000-000000000012',
    type: 'live.draw.resulted.v1',
    seq: 2,
    data: {
      ...draw,
      ...{ gameName: 'Fun Target', day: '2026-03-01', policy: 'budgeted', stake: '1500', payout: '9000', tickets: 2 },
      ...{ by: null, reason: null },
    },
  } satisfies DrawResulted,
  drawSettled: {
    ...envelope,
    id: '0197a1b0-0000-7000-8000-000000000013',
    type: 'live.draw.settled.v1',
    seq: 3,
    data: {
      ...draw,
      ...{ chunk: 0, day: '2026-03-01' },
      players: [{ ...player, stakeDay: '2026-03-01', tickets: 2, play: '1500', win: '9000' }],
    },
  } satisfies DrawSettled,
  ticketClaimed: {
    ...envelope,
    id: '0197a1b0-0000-7000-8000-000000000014',
    type: 'live.ticket.claimed.v1',
    seq: 4,
    data: {
      ...{ claimId: '7c9e6679-7425-50de-944b-e07fc1f90ae7', adminId: 'a1', gameId: 'MNOQqWWi', player },
      ...{ amount: '9000', tickets: 1, day: '2026-03-01', isAutomatic: false },
    },
  } satisfies TicketClaimed,
}
