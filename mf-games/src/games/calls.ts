import type { BodyInputOf } from '@cascade/contracts'
import { type Game, gamesApi, gameTexts } from '@cascade/contracts/games'
import {
  ApiError,
  call,
  createAttempts,
  domainKey,
  type ListSource,
  listSource,
  ownKeyOf,
  send,
  toFingerprint,
  useChange,
} from '@cascade/web-kit'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

/** All games, oldest first unless sorted. */
export function gamesSource(): ListSource<Game> {
  const { key, load } = listSource(gamesApi.list)
  return {
    key,
    load: async (params, signal) => {
      try {
        return await load(params, signal)
      } catch (error) {
        throw error instanceof ApiError && hasNoMessage(error) ? withSpecMessage(error) : error
      }
    },
  }
}

/** The error has no message of the server: no response, an invalid one, or an empty message. */
const hasNoMessage = ({ isRejected, code, message }: ApiError) => (!isRejected || message === '') && code !== 'OFFLINE'

/** The specification defines the message for games that cannot be fetched. */
const withSpecMessage = ({ status, code, requestId }: ApiError) =>
  new ApiError({ status, code, requestId, message: gameTexts.fetchFailed })

/** A game with the version to send as `If-Match`. */
export type LoadedGame = { game: Game; etag: string | undefined }

export function gameQuery(id: string) {
  return queryOptions({
    queryKey: ownKeyOf(gamesApi.read, id),
    queryFn: async ({ signal }): Promise<LoadedGame> => {
      const { answer, etag } = await send(gamesApi.read, { params: { id }, signal })
      return { game: answer.data, etag }
    },
  })
}

export type NewGameParts = Record<Exclude<keyof BodyInputOf<typeof gamesApi.create>, 'images'>, string>

const gameAttempts = createAttempts<string>({ operation: 'game', isSame: (a, b) => a === b })

type NewGame = { parts: NewGameParts; pictures: readonly File[]; onUpload: (share: number) => void }

/** Creates a game with its pictures in order; idempotent across retries. All game data is refetched. */
export function useCreateGame() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn({ parts, pictures, onUpload }: NewGame) {
      const files = pictures.map(({ name, size, lastModified }) => [name, size, lastModified])
      return gameAttempts.send('', toFingerprint([parts, files]), ({ key: idempotencyKey }) =>
        call(gamesApi.create, { body: buildForm(parts, pictures), idempotencyKey, onUpload }),
      )
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: domainKey('games') }),
  })
}

function buildForm(parts: NewGameParts, pictures: readonly File[]): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(parts)) form.set(name, value)
  for (const picture of pictures) form.append('images', picture, picture.name)
  return form
}

/** Updates a game; all game data is refetched. */
export const useUpdateGame = () => useChange(gamesApi.update, { refresh: ['games'] })

/** Action that the toggle of a game performs; a coming-soon game is activated. */
export const toggleActionOf = ({ status }: Game) => (status === 'active' ? 'deactivate' : 'activate')

export const useSetGameStatus = () => useChange(gamesApi.setStatus, { refresh: ['games'] })
export const useDeleteGame = () => useChange(gamesApi.remove, { refresh: ['games'] })
