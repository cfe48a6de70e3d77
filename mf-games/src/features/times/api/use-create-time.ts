import type { BodyInputOf } from '@cascade/contracts'
import { gamesApi } from '@cascade/contracts/games'
import { call } from '@cascade/web-kit'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { timesSource } from './times-source'

export type NewTime = BodyInputOf<typeof gamesApi.createTime>

/** Adds a time; the list is read again. */
export function useCreateTime() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: NewTime) => call(gamesApi.createTime, { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: timesSource().key }),
  })
}
