import { describe, expect, it } from 'vitest'
import { joinNumbered } from './activity-numbers'

const messageOf = (name: string, gatewayId: string, first: number, count: number) => ({
  name,
  content: {
    at: `2026-03-21T10:00:0${first}.000Z`,
    data: {
      activities: Array.from({ length: count }, () => ({})),
      sender: { gatewayId, startedAt: '2026-03-21T10:00:00.000Z', first },
    },
  },
})

describe('numbered messages', () => {
  it('are joined as long as each continues the numbers of its gateway', () => {
    const messages = [
      messageOf('a1', 'a', 1, 2),
      messageOf('b1', 'b', 3, 1),
      { name: 'unnumbered', content: 'text' },
      messageOf('a2', 'a', 3, 1),
      messageOf('after a gap', 'a', 5, 1),
      messageOf('b2', 'b', 4, 2),
      messageOf('a3', 'a', 6, 1),
    ]
    const groups = joinNumbered(messages).map(({ messages: members, span }) => [
      members.map(({ name }) => name).join(', '),
      span && [span.data.sender.first, span.data.activities.length, span.at.getUTCSeconds()],
    ])
    expect(groups).toEqual([
      ['a1, a2', [1, 3, 3]],
      ['b1, b2', [3, 3, 4]],
      ['unnumbered', undefined],
      ['after a gap, a3', [5, 2, 6]],
    ])
  })
})
