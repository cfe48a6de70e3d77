import { type Game, gamesApi } from '@cascade/contracts/games'
import { call, domainKey } from '@cascade/web-kit'
import { useMutation, useQueryClient } from '@tanstack/react-query'

export function useDeleteGame() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ _id }: Game) => call(gamesApi.remove, { params: { id: _id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: domainKey('games') }),
  })
}
