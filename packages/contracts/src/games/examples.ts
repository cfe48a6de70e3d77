import { exampleOf } from '../call-example'
import { gamesApi } from './api'
import type { GameDescription } from './description'
import type { DescriptionVersion } from './description-version'
import type { Game } from './game'
import { type Percentage, percentageIdOf } from './percentage'
import { gameTexts } from './texts'
import { timeCallExamples, timeExample } from './times'

const adminId = 'admin-1'
const by = { username: 'superadmin', role: 'superadmin' } as const

export const gameExample: Game = {
  _id: 'g1',
  gameId: 'MNOQqWWi',
  gameName: 'Fun Target',
  description: 'Ten numbers, one wins.',
  nodigit: 10,
  timeId: [timeExample],
  status: 'active',
  publisher: 'Cascade',
  releaseDate: '2026-01-05',
  label: 'no',
  images: [],
  by,
}
const { _id: id, gameId, gameName } = gameExample

const description: GameDescription = {
  layout: { kind: 'grid', columns: 5, groups: [] },
  dimensions: [{ key: 'result', label: 'Result', options: { first: 1, last: 10, width: 1, separator: '' } }],
  bets: [{ type: 'straight', label: 'Straight', dimension: 'result', multiplier: 900, cover: 'same' }],
  bundles: [],
  draw: { intervalSeconds: 60, lockSeconds: 5, resultSeconds: 0 },
  policy: 'budgeted',
  booster: { chance: 26 },
  limits: {
    betMin: 1,
    betMax: 10_000,
    betStep: 1,
    drawOptionMax: 100_000,
    playerDayMax: 1_000_000,
    liabilityMax: 50_000_000,
  },
}
export const descriptionExample: DescriptionVersion = {
  ...{ gameId, gameName, version: 2, description, by },
  at: '2026-01-05T10:00:00.000Z',
}

export const percentageExample: Percentage = {
  id: percentageIdOf(adminId, gameId),
  ...{ adminId, username: 'admin1', gameId, gameName },
  winpercentage: 12.5,
}

const games = { success: true as const, data: [gameExample], total: 1 }
const changed = (message: string) => ({ success: true, message, data: gameExample }) as const

export const gamesCallExamples = {
  ...timeCallExamples,
  ...exampleOf(gamesApi.list, { query: { page: 1, size: 10, sort: 'gameName' }, answer: games }),
  ...exampleOf(gamesApi.userGames, { params: { userId: adminId }, answer: games }),
  ...exampleOf(gamesApi.create, {
    body: {
      ...{ gameName, gameDescription: gameExample.description, releaseDate: '2026-01-05', publisher: 'Cascade' },
      ...{ nodigit: '10', gameStatus: 'active', label: 'no', timeId: timeExample._id, images: [] },
    },
    answer: changed(gameTexts.created),
  }),
  ...exampleOf(gamesApi.image, { params: { hash: 'a1'.repeat(32) }, answer: { success: true } }),
  ...exampleOf(gamesApi.read, { params: { id }, answer: { success: true, data: gameExample } }),
  ...exampleOf(gamesApi.update, { params: { id }, body: { gameName }, answer: changed(gameTexts.updated) }),
  ...exampleOf(gamesApi.setStatus, { params: { id, action: 'activate' }, answer: changed(gameTexts.statusChanged) }),
  ...exampleOf(gamesApi.remove, { params: { id }, answer: { success: true, message: gameTexts.deleted } }),
  ...exampleOf(gamesApi.description, {
    ...{ params: { id }, query: { version: 2 } },
    answer: { success: true, data: descriptionExample },
  }),
  ...exampleOf(gamesApi.descriptions, {
    params: { id },
    answer: { success: true, data: [{ gameId, version: 2, by, at: descriptionExample.at }], total: 1 },
  }),
  ...exampleOf(gamesApi.changeDescription, {
    ...{ params: { id }, body: { version: 1, description } },
    answer: { success: true, message: gameTexts.descriptionChanged, data: descriptionExample },
  }),
  ...exampleOf(gamesApi.percentages, {
    params: { adminId },
    answer: {
      ...{ success: true, data: [percentageExample], total: 1 },
      ...{ games: [{ _id: id, gameId, gameName }], users: [{ _id: adminId, username: 'admin1' }] },
    },
  }),
  ...exampleOf(gamesApi.setPercentages, {
    params: { id: adminId },
    body: { updates: [{ id: percentageExample.id, winpercentage: 12.5 }] },
    answer: { success: true, message: gameTexts.percentagesUpdated, data: [percentageExample] },
  }),
}
