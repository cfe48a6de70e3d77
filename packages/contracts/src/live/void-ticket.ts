import { z } from 'zod'
import { asId, asNote } from '../audit'
import { endpoint, Id, responseOf } from '../define'
import type { ExamplesOf } from '../example'
import { reasonText } from './control'
import { historyRowExample } from './game-history'
import { Void } from './void'

export const voidTexts = {
  voided: 'Ticket voided: the stake went back to the player.',
  overdue: 'The time in which you can void this ticket is over.',
} as const

export const VoidTicket = z.strictObject({ reason: reasonText })
export type VoidTicket = z.output<typeof VoidTicket>

export const VoidedTicket = z.object({ ticketId: z.string(), drawId: z.string(), state: z.literal('void'), void: Void })
export type VoidedTicket = z.infer<typeof VoidedTicket>

export const voidsApi = {
  voidTicket: endpoint({
    id: 'live.ticket.void',
    domain: 'live',
    route: 'POST /live/tickets/:ticketId/void',
    permission: 'tickets.void',
    audit: ({ params, body }) => ({
      subject: 'Ticket voided',
      does: `voided ticket ${asId(params.ticketId) ?? ''}`,
      note: asNote(body.reason),
    }),
    summary:
      'Return the stake of a ticket to its player while betting on its draw is open, by the player within `voidSeconds` of the bet; a repetition changes nothing and gets the first response',
    params: z.strictObject({ ticketId: Id }),
    body: VoidTicket,
    response: responseOf(VoidedTicket),
    errors: ['NOT_FOUND'],
  }),
}

export const voidExamples = (): ExamplesOf<typeof voidsApi> => {
  const { ticketId, drawId, timeopen: at } = historyRowExample
  const by = { username: 'admin1', role: 'admin' } as const
  return {
    fields: { ticketId },
    voidTicket: {
      body: { reason: 'The terminal sent it twice' },
      response: {
        message: voidTexts.voided,
        data: { ticketId, drawId, state: 'void', void: { stake: 10, by, at, reason: 'The terminal sent it twice' } },
      },
    },
  }
}
