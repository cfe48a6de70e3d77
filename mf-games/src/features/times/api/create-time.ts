import { type BodyInputOf, refusals } from '@cascade/contracts'
import { gamesApi } from '@cascade/contracts/games'
import { call } from '@cascade/web-kit'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { timeList } from './time-list'

export type NewTime = BodyInputOf<typeof gamesApi.createTime>

export const failureText = refusals.internal

/** Adds a time; the list is read again. */
export function useCreateTime() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: NewTime) => call(gamesApi.createTime, { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: timeList.key }),
  })
}
