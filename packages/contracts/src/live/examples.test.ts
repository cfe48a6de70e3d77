import { describe, expect, it } from 'vitest'
import { DrawResulted, DrawSettled, GameBusy, TicketClaimed } from './events'
import { exampleHistoryRow, liveExamples } from './examples'
import { HistoryRow } from './history'

describe('examples of live messages', () => {
  it.each([
    [GameBusy, liveExamples.gameBusy],
    [DrawResulted, liveExamples.drawResulted],
    [DrawSettled, liveExamples.drawSettled],
    [TicketClaimed, liveExamples.ticketClaimed],
    [HistoryRow, exampleHistoryRow],
  ])('are as their schema says', (schema, example) => {
    expect(schema.parse(example)).toEqual(example)
  })
})
