import { z } from 'zod'
import { answerOf, Done, endpoint, IdParams, listOf, listQueryOf, PathId } from '../define'
import type { ExamplesOf } from '../example'
import { tell, tellGame } from '../tell'
import {
  ChangeDescription,
  DescriptionHistoryQuery,
  DescriptionQuery,
  DescriptionSummary,
  DescriptionVersion,
  descriptionExample,
} from './description-versions'
import {
  EditGame,
  Game,
  gameActions,
  gameExample,
  imageHashPattern,
  maxGameImages,
  maxImageBytes,
  NewGame,
} from './games'
import { timeExample } from './times'

/** Messages of the games domain. Those of the specification are verbatim, including leading and trailing spaces. */
export const gameTexts = {
  fetchFailed: 'Failed to fetch games. Please try again later.',
  created: 'Game created successfully',
  createFailed: 'Failed to create game',
  updated: 'Game updated successfully',
  updateFailed: 'Failed to update game',
  deleted: 'Game deleted successfully',
  deleteFailed: ' Failed to Game deletion ',
  statusChanged: 'Game status updated successfully',
  statusFailed: 'Failed to update game status',
  missing: 'No game found with the provided ID.',
  none: 'No games available',
  noSuchTime: 'There is no such time.',
  stale: 'Somebody else has changed this game in the meantime.',
  busy: 'Players have open tickets in this game. Deactivate it, and delete it once the draw is settled.',
  noDescription: 'There is no such version.',
  descriptionStale: 'Somebody else has changed this description in the meantime.',
  descriptionChanged: 'Description saved. It counts from the next draw on.',
  intervalNotATime: 'There is no such time. Add it in Time Master first.',
  foreignPicture: 'This picture was not uploaded with this game.',
  optionsAreDescribed: 'The options of this game are written one by one. Change them in its description.',
  /** Placeholders: `return` and `bet`. */
  returnsTooMuch:
    'Under the policy random players would get back {return} % of what they stake. Lower the multiplier of {bet}, or let booster 2 come less often.',
  picturesFixDigits: 'A game with pictures keeps its number of digits.',
  percentagesUpdated: 'Updated successfully',
  percentagesFailed: 'An error occurred',
} as const

/** A keyword in a path. Some callers send a literal leading colon; it is dropped. */
const pathKeyword = <T extends readonly [string, ...string[]]>(words: T) =>
  z.preprocess(value => (typeof value === 'string' ? value.replace(/^:/, '') : value), z.enum(words))

export const gameSortFields = ['gameId', 'gameName', 'nodigit', 'timeId', 'status', 'publisher', 'releaseDate'] as const

export const gameApi = {
  list: endpoint({
    id: 'games.game.list',
    domain: 'games',
    call: 'GET /game',
    may: 'games.read',
    summary: 'Games of the master data',
    query: listQueryOf(gameSortFields),
    answer: listOf(Game),
  }),
  create: endpoint({
    id: 'games.game.create',
    domain: 'games',
    call: 'POST /game',
    may: 'games.write',
    summary: 'Add a game, with one picture per digit if it has labels',
    tell: tell('Game added', 'added a game'),
    multipart: { maxFileBytes: maxImageBytes, maxFiles: maxGameImages },
    body: NewGame,
    answer: answerOf(Game),
    creates: true,
  }),
  userGames: endpoint({
    id: 'games.game.listOfUser',
    domain: 'games',
    call: 'GET /game/usergames/:userId',
    may: 'games.read',
    summary: 'Active games of an admin; all of them for a superadmin asking about themself',
    params: z.strictObject({ userId: PathId }),
    query: listQueryOf(gameSortFields),
    answer: listOf(Game),
  }),
  image: endpoint({
    id: 'games.image.read',
    domain: 'games',
    call: 'GET /game/images/:hash',
    may: 'any',
    summary: 'An uploaded picture as WebP',
    params: z.strictObject({ hash: z.string().regex(imageHashPattern) }),
    answer: Done,
    file: 'image/webp',
  }),
  read: endpoint({
    id: 'games.game.read',
    domain: 'games',
    call: 'GET /game/:id',
    may: 'games.write',
    summary: 'A game, with the ETag for edits',
    params: IdParams,
    answer: answerOf(Game),
  }),
  description: endpoint({
    id: 'games.description.read',
    domain: 'games',
    call: 'GET /game/:id/description',
    may: 'games.write',
    summary: 'Description of a game: options, bets, draw, policy and limits',
    params: IdParams,
    query: DescriptionQuery,
    answer: answerOf(DescriptionVersion),
  }),
  descriptions: endpoint({
    id: 'games.description.list',
    domain: 'games',
    call: 'GET /game/:id/descriptions',
    may: 'games.write',
    summary: 'Versions of a game’s description, newest first',
    params: IdParams,
    query: DescriptionHistoryQuery,
    answer: listOf(DescriptionSummary),
  }),
  changeDescription: endpoint({
    id: 'games.description.update',
    domain: 'games',
    call: 'PUT /game/:id/description',
    may: 'games.write',
    summary: 'Change the description of a game, from the next draw on',
    tell: tellGame('Game’s rules changed', 'changed the rules of {object}'),
    params: IdParams,
    body: ChangeDescription,
    answer: answerOf(DescriptionVersion),
  }),
  update: endpoint({
    id: 'games.game.update',
    domain: 'games',
    call: 'PUT /game/:id',
    may: 'games.write',
    summary: 'Edit a game; a stale If-Match is rejected with the differences',
    tell: tellGame('Game edited', 'changed {object}'),
    params: IdParams,
    body: EditGame,
    answer: answerOf(Game),
  }),
  setStatus: endpoint({
    id: 'games.game.setStatus',
    domain: 'games',
    call: 'PUT /game/:id/:action',
    may: 'games.write',
    summary: 'Activate or deactivate a game',
    tell: sent =>
      /^:?activate$/.test(sent.params.action ?? '')
        ? tellGame('Game activated', 'activated {object}')(sent)
        : tellGame('Game deactivated', 'deactivated {object}')(sent),
    params: z.strictObject({ id: PathId, action: pathKeyword(gameActions) }),
    answer: answerOf(Game),
  }),
  remove: endpoint({
    id: 'games.game.delete',
    domain: 'games',
    call: 'DELETE /game/:id',
    may: 'games.write',
    summary: 'Delete a game without open tickets',
    tell: tellGame('Game deleted', 'deleted {object}'),
    params: IdParams,
    answer: Done,
  }),
}

export const gameExamples = (): ExamplesOf<typeof gameApi> => ({
  fields: { ...gameExample, id: gameExample._id, userId: 'admin-1' },
  list: { query: { page: 1, size: 10, sort: 'gameName' } },
  create: {
    body: {
      gameDescription: gameExample.description,
      nodigit: '10',
      gameStatus: 'active',
      timeId: timeExample._id,
      images: [],
    },
    answer: { message: gameTexts.created },
  },
  image: { params: { hash: 'a1'.repeat(32) } },
  description: { query: { version: 2 }, answer: { data: descriptionExample } },
  descriptions: {
    answer: { data: [{ gameId: gameExample.gameId, version: 2, by: gameExample.by, at: descriptionExample.at }] },
  },
  changeDescription: {
    body: { version: 1, description: descriptionExample.description },
    answer: { message: gameTexts.descriptionChanged, data: descriptionExample },
  },
  update: { body: { gameName: gameExample.gameName }, answer: { message: gameTexts.updated } },
  setStatus: { params: { action: 'activate' }, answer: { message: gameTexts.statusChanged } },
  remove: { answer: { message: gameTexts.deleted } },
})
