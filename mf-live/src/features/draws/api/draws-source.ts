import { liveApi } from '@cascade/contracts/live'
import { listSource } from '@cascade/web-kit'

/** Finished draws of a game below an admin; the filter `day` names one day, else it is today. */
export const drawsSource = (pair: { adminId: string; gameId: string }) => listSource(liveApi.draws, { query: pair })
