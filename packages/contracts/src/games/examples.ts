import { exampleOf } from '../call-example'
import { type Game, gamesApi, gameTexts } from './api'

const time = { _id: 't1', timecount: 60 }

export const gameExample: Game = {
  _id: 'g1',
  gameId: 'MNOQqWWi',
  gameName: 'Fun Target',
  description: 'Ten numbers, one wins.',
  nodigit: 10,
  timeId: [time],
  status: 'active',
  publisher: 'Cascade',
  releaseDate: '2026-01-05',
  label: 'no',
  images: [],
}

export const gamesCallExamples = {
  ...exampleOf(gamesApi.timeList, { answer: { success: true, data: [time], total: 1 } }),
  ...exampleOf(gamesApi.createTime, {
    body: { timecount: 60 },
    answer: { success: true, message: gameTexts.timeCreated, data: time },
  }),
  ...exampleOf(gamesApi.list, {
    query: { page: 1, size: 10, sort: 'gameName' },
    answer: { success: true, data: [gameExample], total: 1 },
  }),
}
