import { gamesApi } from '@cascade/contracts/games'
import { listSource } from '@cascade/web-kit'

/** Times between draws, shortest first unless sorted. */
export const timesSource = () => listSource(gamesApi.timeList)
