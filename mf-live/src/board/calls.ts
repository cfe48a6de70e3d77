import { liveApi } from '@cascade/contracts/live'
import { readOf } from '@cascade/web-kit'

/** Every admin of the caller's subtree with each game that they may draw. */
export const livePairsQuery = () => readOf(liveApi.games)
