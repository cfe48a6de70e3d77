import { liveApi } from '@cascade/contracts/live'
import { listSource } from '@cascade/web-kit'

/** Tickets of one draw in the order in which they were booked. */
export const drawTicketsSource = (drawId: string) => listSource(liveApi.drawTickets, { params: { drawId } })
