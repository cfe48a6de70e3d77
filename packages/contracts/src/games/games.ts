import { z } from 'zod'
import { Id } from '../define'
import { EventPerson } from '../event-actor'
import { repeatedField, UploadedFile } from '../multipart'
import { Role } from '../roles'
import { calendarDay } from '../values/days'
import { numericText } from '../values/parse-number'
import { codeText, freeText, nameText } from '../values/text'
import { optionsMax } from './description'
import { Time, timeExample } from './times'

export const GameStatus = z.enum(['active', 'inactive', 'coming-soon'])
export type GameStatus = z.infer<typeof GameStatus>

/** The user who made the last change; null for the system. */
export const GameActor = z.object({
  username: z.string(),
  role: Role,
  person: EventPerson.optional(),
  approvedBy: z.string().optional(),
})
export type GameActor = z.infer<typeof GameActor>

export const Game = z.object({
  _id: z.string(),
  /** Eight letters, unique and immutable. */
  gameId: z.string(),
  gameName: z.string(),
  logo: z.string().optional(),
  description: z.string(),
  nodigit: z.number().int(),
  timeId: z.array(Time),
  status: GameStatus,
  publisher: z.string(),
  /** `YYYY-MM-DD`. */
  releaseDate: z.string(),
  label: z.enum(['yes', 'no']),
  /** URL paths of the uploaded pictures, one per digit in order; empty unless `label` is yes. */
  images: z.array(z.string()),
  by: GameActor.nullable(),
})
export type Game = z.infer<typeof Game>

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
  by: { username: 'superadmin', role: 'superadmin' },
}

/** Maximum size of one uploaded picture. */
export const imageBytesMax = 2 * 1024 * 1024
/** Maximum pictures of one game. */
export const gameImagesMax = 64
/** Maximum pixels of one picture, checked from its header before decoding. */
export const imagePixelsMax = 16_777_216
/** The name of a picture is the SHA-256 of its stored bytes, so its content never changes. */
export const imageHashPattern = /^[0-9a-f]{64}$/

/** URL path of an uploaded picture. */
export const imagePath = (hash: string) => `/api/game/images/${hash}`

const gameName = nameText('Game Name is required').max(60, 'At most 60 characters')
const publisher = nameText('Publisher is required').max(60, 'At most 60 characters')
const description = freeText('Description is required')
  .min(1, 'Description is required')
  .max(1000, 'At most 1000 characters')
const digits = (number: z.ZodNumber) =>
  number.int('Whole numbers only').min(1, 'Must be at least 1').max(optionsMax, `At most ${optionsMax}`)
export const digitsRequiredText = 'Number of Digits is required'
const releaseDate = calendarDay('Release Date is required')
/** Prevents script URLs and local files. */
const pictureUrlPattern = /^\s*(?:\/api\/game\/images\/[0-9a-f]{64}|https:\/\/[A-Za-z0-9][\x21-\x7e]*)?\s*$/
const logo = codeText()
  .max(500, 'At most 500 characters')
  .regex(pictureUrlPattern, 'An address that begins with https:// or names an uploaded picture')

const newGameStatus = z.enum(['active', 'inactive'], { error: 'Status is required' })

/** Fields of the form `Add Game`, without the pictures. */
export const NewGameFields = z.strictObject({
  gameName,
  gameDescription: description,
  releaseDate,
  publisher,
  nodigit: numericText(digits(z.number({ error: digitsRequiredText }))),
  gameStatus: newGameStatus,
  label: z.enum(['yes', 'no'], { error: 'Label is required' }),
  timeId: Id.or(z.literal('')).refine(id => id !== '', 'Time is required'),
})

/** Body of the form: one picture per digit, in order, if the game has labels. */
export const NewGame = NewGameFields.extend({ images: repeatedField(UploadedFile, gameImagesMax) }).superRefine(
  ({ label, nodigit, images }, context) => {
    const fault = imageCountError(label, nodigit, images.length)
    if (fault) context.addIssue({ code: 'custom', path: [fault.field], message: fault.message })
  },
)
export type NewGame = z.output<typeof NewGame>

/** Error if the number of pictures does not fit the game; undefined if it does. */
export function imageCountError(label: 'yes' | 'no', nodigit: number, pictures: number) {
  if (label === 'no')
    return pictures > 0 ? { field: 'images', message: 'A game without labels has no pictures' } : undefined
  if (nodigit > gameImagesMax) return { field: 'label', message: `At most ${gameImagesMax} digits have pictures` }
  return pictures === nodigit ? undefined : { field: 'images', message: `One picture per digit: ${nodigit} are needed` }
}

const EditedStatus = z.enum(GameStatus.options, { error: 'Status is required' })

/** Body of `Edit Game`: only changed fields. The field names of the create form are accepted too. */
export const EditGame = z
  .strictObject({
    gameName: gameName.optional(),
    nodigit: digits(z.number({ error: digitsRequiredText })).optional(),
    description: description.optional(),
    gameDescription: description.optional(),
    publisher: publisher.optional(),
    releaseDate: releaseDate.optional(),
    status: EditedStatus.optional(),
    gameStatus: EditedStatus.optional(),
    /** Empty removes it. */
    logo: logo.optional(),
  })
  .transform(({ gameDescription, gameStatus, ...edit }) => ({
    ...edit,
    ...(gameDescription === undefined ? {} : { description: gameDescription }),
    ...(gameStatus === undefined ? {} : { status: gameStatus }),
  }))
export type EditGame = z.output<typeof EditGame>

export const gameActions = ['activate', 'deactivate'] as const

type Admin = { games: readonly string[]; gamesChosen?: boolean | undefined }

/**
 * Whether an admin offers every game because no choice was ever made. An admin who lost the last chosen game offers
 * none.
 */
export const playsAllGames = ({ games, gamesChosen }: Admin): boolean => !gamesChosen && games.length === 0

/**
 * Whether an admin offers a game.
 * @param game by its `_id`
 */
export const playsGame = (admin: Admin, game: { _id: string }): boolean =>
  playsAllGames(admin) || admin.games.includes(game._id)

/** Codes of the predefined games: eight letters that never change, so that links to a game stay valid. */
export const gameCodes = {
  funTarget: 'MNOQqWWi',
  funRoullet: 'vwRORrGO',
  tripleFun: 'zuuhVbBM',
  andharBahar: 'qZicXikM',
  titliSorrat: 'qZicXikT',
  bingo: 'qZicXibb',
  funTimer: 'acqOpdff',
  lucky12: 'LuckyDzn',
  lucky16: 'LuckySxn',
  tripleChance: 'TrpChnce',
  roulette: 'EuRoulet',
  dusKaDum: 'DusKaDum',
  lucky10: 'LuckyTen',
} as const
