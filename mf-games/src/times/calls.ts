import { timeApi } from '@cascade/contracts/games'
import { listSource, readQuery, useChange } from '@cascade/web-kit'

/** Times between draws, shortest first unless sorted. */
export const timesSource = () => listSource(timeApi.list)
export const timesQuery = () => readQuery(timeApi.list)
export const useCreateTime = () => useChange(timeApi.create, { refresh: [timeApi.list] })
