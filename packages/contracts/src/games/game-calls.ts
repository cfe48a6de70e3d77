import { z } from 'zod'
import { auditAs, auditGame } from '../audit'
import { endpoint, IdParams, listQueryOf, listResponseOf, PathId, responseOf, SuccessResponse } from '../define'
import type { ExamplesOf } from '../example'
import {
  ChangeDescription,
  DescriptionHistoryQuery,
  DescriptionQuery,
  DescriptionSummary,
  DescriptionVersion,
  descriptionExample,
} from './description-versions'
import { gameTexts } from './game-texts'
import {
  EditGame,
  Game,
  gameActions,
  gameExample,
  gameImagesMax,
  imageBytesMax,
  imageHashPattern,
  NewGame,
} from './games'
import { timeExample } from './times'

/** A keyword in a path. Some callers send a literal leading colon; it is dropped. */
const pathKeyword = <T extends readonly [string, ...string[]]>(words: T) =>
  z.preprocess(value => (typeof value === 'string' ? value.replace(/^:/, '') : value), z.enum(words))

export const gameSortFields = ['gameId', 'gameName', 'nodigit', 'timeId', 'status', 'publisher', 'releaseDate'] as const

export const gameApi = {
  list: endpoint({
    id: 'games.game.list',
    domain: 'games',
    route: 'GET /game',
    permission: 'games.read',
    summary: 'Games of the master data',
    query: listQueryOf(gameSortFields),
    response: listResponseOf(Game),
  }),
  create: endpoint({
    id: 'games.game.create',
    domain: 'games',
    route: 'POST /game',
    permission: 'games.write',
    summary: 'Add a game, with one picture per digit if it has labels',
    audit: auditAs('Game added', 'added a game'),
    multipart: { fileBytesMax: imageBytesMax, filesMax: gameImagesMax },
    body: NewGame,
    response: responseOf(Game),
    creates: true,
  }),
  userGames: endpoint({
    id: 'games.game.listOfUser',
    domain: 'games',
    route: 'GET /game/usergames/:userId',
    permission: 'games.read',
    summary: 'Active games of an admin; all of them for a superadmin asking about themself',
    params: z.strictObject({ userId: PathId }),
    query: listQueryOf(gameSortFields),
    response: listResponseOf(Game),
  }),
  image: endpoint({
    id: 'games.image.read',
    domain: 'games',
    route: 'GET /game/images/:hash',
    permission: 'any',
    summary: 'An uploaded picture as WebP',
    params: z.strictObject({ hash: z.string().regex(imageHashPattern) }),
    response: SuccessResponse,
    fileType: 'image/webp',
  }),
  read: endpoint({
    id: 'games.game.read',
    domain: 'games',
    route: 'GET /game/:id',
    permission: 'games.write',
    summary: 'A game, with the ETag for edits',
    params: IdParams,
    response: responseOf(Game),
  }),
  description: endpoint({
    id: 'games.description.read',
    domain: 'games',
    route: 'GET /game/:id/description',
    permission: 'games.write',
    summary: 'Description of a game: options, bets, draw, policy and limits',
    params: IdParams,
    query: DescriptionQuery,
    response: responseOf(DescriptionVersion),
  }),
  descriptions: endpoint({
    id: 'games.description.list',
    domain: 'games',
    route: 'GET /game/:id/descriptions',
    permission: 'games.write',
    summary: 'Versions of a game’s description, newest first',
    params: IdParams,
    query: DescriptionHistoryQuery,
    response: listResponseOf(DescriptionSummary),
  }),
  changeDescription: endpoint({
    id: 'games.description.update',
    domain: 'games',
    route: 'PUT /game/:id/description',
    permission: 'games.write',
    summary: 'Change the description of a game, from the next draw on',
    stepUp: 'always',
    audit: auditGame('Game’s rules changed', 'changed the rules of {object}'),
    params: IdParams,
    body: ChangeDescription,
    response: responseOf(DescriptionVersion),
  }),
  update: endpoint({
    id: 'games.game.update',
    domain: 'games',
    route: 'PUT /game/:id',
    permission: 'games.write',
    summary: 'Edit a game; a stale If-Match is rejected with the differences',
    audit: auditGame('Game edited', 'changed {object}'),
    params: IdParams,
    body: EditGame,
    response: responseOf(Game),
  }),
  setStatus: endpoint({
    id: 'games.game.setStatus',
    domain: 'games',
    route: 'PUT /game/:id/:action',
    permission: 'games.write',
    summary: 'Activate or deactivate a game',
    audit: sent =>
      /^:?activate$/.test(sent.params.action ?? '')
        ? auditGame('Game activated', 'activated {object}')(sent)
        : auditGame('Game deactivated', 'deactivated {object}')(sent),
    params: z.strictObject({ id: PathId, action: pathKeyword(gameActions) }),
    response: responseOf(Game),
  }),
  remove: endpoint({
    id: 'games.game.delete',
    domain: 'games',
    route: 'DELETE /game/:id',
    permission: 'games.write',
    summary: 'Delete a game without open tickets',
    audit: auditGame('Game deleted', 'deleted {object}'),
    params: IdParams,
    response: SuccessResponse,
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
    response: { message: gameTexts.created },
  },
  image: { params: { hash: 'a1'.repeat(32) } },
  description: { query: { version: 2 }, response: { data: descriptionExample } },
  descriptions: {
    response: { data: [{ gameId: gameExample.gameId, version: 2, by: gameExample.by, at: descriptionExample.at }] },
  },
  changeDescription: {
    body: { version: 1, description: descriptionExample.description },
    response: { message: gameTexts.descriptionChanged, data: descriptionExample },
  },
  update: { body: { gameName: gameExample.gameName }, response: { message: gameTexts.updated } },
  setStatus: { params: { action: 'activate' }, response: { message: gameTexts.statusChanged } },
  remove: { response: { message: gameTexts.deleted } },
})
