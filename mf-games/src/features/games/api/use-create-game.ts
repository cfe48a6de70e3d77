import type { BodyInputOf } from '@cascade/contracts'
import { gamesApi } from '@cascade/contracts/games'
import { call, domainKey } from '@cascade/web-kit'
import { useMutation, useQueryClient } from '@tanstack/react-query'

/** The parts of the call but its pictures, as text. */
export type NewGameParts = Record<Exclude<keyof BodyInputOf<typeof gamesApi.create>, 'images'>, string>

type Input = { parts: NewGameParts; pictures: readonly File[]; onUpload: (share: number) => void }

/** Adds a game with its pictures, in their order; everything about games is read again. */
export function useCreateGame() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ parts, pictures, onUpload }: Input) =>
      call(gamesApi.create, { body: formOf(parts, pictures), onUpload }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: domainKey('games') }),
  })
}

function formOf(parts: NewGameParts, pictures: readonly File[]): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(parts)) form.set(name, value)
  for (const picture of pictures) form.append('images', picture, picture.name)
  return form
}
