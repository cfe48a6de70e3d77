import { type ChangeDescription, gamesApi } from '@cascade/contracts/games'
import { call, domainKey } from '@cascade/web-kit'
import { useMutation, useQueryClient } from '@tanstack/react-query'

type Input = { id: string; change: ChangeDescription }

/** Saves a new version; the game's digits and time may follow it, so everything about games is read again. */
export function useChangeDescription() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, change }: Input) => call(gamesApi.changeDescription, { params: { id }, body: change }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: domainKey('games') }),
  })
}
