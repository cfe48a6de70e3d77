import type { BodyInputOf } from '@cascade/contracts'
import { gamesApi } from '@cascade/contracts/games'
import { call, domainKey } from '@cascade/web-kit'
import { useMutation, useQueryClient } from '@tanstack/react-query'

export type GameChanges = BodyInputOf<typeof gamesApi.update>
type Input = { id: string; changes: GameChanges; ifMatch: string | undefined }

/** Edits a game as it was read; everything about games is read again. */
export function useUpdateGame() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, changes, ifMatch }: Input) => call(gamesApi.update, { params: { id }, body: changes, ifMatch }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: domainKey('games') }),
  })
}
