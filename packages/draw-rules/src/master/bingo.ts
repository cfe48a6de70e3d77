import { describeGame, numberInOrder, resultDimension, straight } from './standard'

const numbers = Array.from({ length: 25 }, (_, index) => String(index + 1))

export const bingo = describeGame({
  layout: { kind: 'grid', columns: 5, groups: [] },
  dimensions: resultDimension(numberInOrder(numbers.map(label => ({ label, image: `ball-${label}` })))),
  bets: [straight(2200)],
  intervalSeconds: 60,
})
