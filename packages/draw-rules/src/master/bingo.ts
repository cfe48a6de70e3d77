import { describeGame, drawn, numbered, straight } from './standard'

/** Twenty-five cells, five by five. */
export const bingo = describeGame({
  layout: { kind: 'grid', columns: 5, groups: [] },
  dimensions: drawn(numbered(1, 25)),
  bets: [straight(2200)],
  intervalSeconds: 60,
})
