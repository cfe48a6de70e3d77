import { type Game, gamesApi } from '@cascade/contracts/games'
import { call, domainKey } from '@cascade/web-kit'
import { useMutation, useQueryClient } from '@tanstack/react-query'

/** An active game rests, every other one becomes active. */
export const toggleOf = ({ status }: Game) => (status === 'active' ? 'deactivate' : 'activate')

export function useSetGameStatus() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (game: Game) => call(gamesApi.setStatus, { params: { id: game._id, action: toggleOf(game) } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: domainKey('games') }),
  })
}
