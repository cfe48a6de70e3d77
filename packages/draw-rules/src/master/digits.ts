import { describeGame, resultDimension, straight } from './standard'

export const digits = describeGame({
  layout: { kind: 'digits', columns: 5, groups: [] },
  dimensions: resultDimension(
    ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'].map(digit => ({ drawno: digit, label: digit })),
  ),
  bets: [straight(900)],
  intervalSeconds: 60,
})
