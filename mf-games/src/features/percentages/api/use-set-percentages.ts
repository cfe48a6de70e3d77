import { gamesApi } from '@cascade/contracts/games'
import { call, domainKey } from '@cascade/web-kit'
import { useMutation, useQueryClient } from '@tanstack/react-query'

type Update = { id: string; winpercentage: number }
type Input = { adminId: string; updates: Update[] }

/** Sets all of them or none; ends when the rows have been read again. */
export function useSetPercentages() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ adminId, updates }: Input) =>
      call(gamesApi.setPercentages, { params: { id: adminId }, body: { updates } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: domainKey('games') }),
  })
}
