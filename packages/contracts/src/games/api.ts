import { z } from 'zod'
import { answerOf, Done, endpoint, IdParams, listOf, listQueryOf, PathId } from '../define'
import type { AnyEndpoint } from '../endpoint'
import { tell, tellGame, tellOf } from '../tell'
import {
  ChangeDescription,
  DescriptionHistoryQuery,
  DescriptionQuery,
  DescriptionSummary,
  DescriptionVersion,
} from './description-version'
import { EditGame, Game, gameActions, NewGame } from './game'
import { imageHashPattern, maxGameImages, maxImageBytes } from './image'
import { BulkPercentages, Percentage, PercentageQuery } from './percentage'
import { timeApi } from './times'

/** A word in a path; a literal leading colon, which some callers send, is dropped. */
const PathWord = <T extends readonly [string, ...string[]]>(words: T) =>
  z.preprocess(value => (typeof value === 'string' ? value.replace(/^:/, '') : value), z.enum(words))

const User = z.object({ _id: z.string(), username: z.string() })

export const gameSortFields = ['gameId', 'gameName', 'nodigit', 'timeId', 'status', 'publisher', 'releaseDate'] as const

export const gamesApi = {
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
    summary: 'Active games of an admin; for a superadmin themself, all of them',
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
    summary: 'A game with the ETag that an edit names',
    params: IdParams,
    answer: answerOf(Game),
  }),
  description: endpoint({
    id: 'games.description.read',
    domain: 'games',
    call: 'GET /game/:id/description',
    may: 'games.write',
    summary: 'How a game is played: options, bets, draw, policy and limits',
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
    summary: 'Change how a game is played, from the next draw on',
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
    summary: 'Edit a game; a stale If-Match is refused with what differs',
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
    params: z.strictObject({ id: PathId, action: PathWord(gameActions) }),
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
  percentages: endpoint({
    id: 'games.percentage.list',
    domain: 'games',
    call: 'GET /percentage/usergames/:adminId',
    may: 'percentages.read',
    summary: 'Percentages of an admin by game, with the games and admins to choose from',
    params: z.strictObject({ adminId: PathId }),
    query: PercentageQuery,
    answer: answerOf(z.array(Percentage), {
      total: z.number().int().optional(),
      games: z.array(z.object({ _id: z.string(), gameId: z.string(), gameName: z.string() })),
      /** Admins in scope by name, 50 at most. */
      users: z.array(User),
    }),
  }),
  setPercentages: endpoint({
    id: 'games.percentage.update',
    domain: 'games',
    call: 'PUT /percentage/bulk/winpercentage/:id',
    may: 'percentages.write',
    summary: 'Set the percentages of several games of one admin',
    tell: tellOf('Percentages set', 'id', 'set percentages of {object}'),
    params: IdParams,
    body: BulkPercentages,
    answer: answerOf(z.array(Percentage)),
  }),
}

export const gamesEndpoints: readonly AnyEndpoint[] = [...Object.values(timeApi), ...Object.values(gamesApi)]
