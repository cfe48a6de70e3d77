import { describeGame, numberInOrder, resultDimension, straight } from './standard'

const names = [
  'Umbrella',
  'Ball',
  'Sun',
  'Lamp',
  'Cow',
  'Water pot',
  'Kite',
  'Spinning top',
  'Rose',
  'Butterfly',
  'Eagle',
  'Rabbit',
]

export const titliSorrat = describeGame({
  layout: { kind: 'pictures', columns: 6, groups: [6, 6] },
  dimensions: resultDimension(
    numberInOrder(names.map(label => ({ label, image: label.toLowerCase().replace(' ', '-') }))),
  ),
  bets: [straight(1100)],
  intervalSeconds: 60,
})
