import { grid, option } from './layout'

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

/** Twelve pictures in two rows of six; `image` is the picture's name, the screen has the drawing. */
export const titliSorrat = grid(
  names.map((label, index) =>
    option('straight', String(index + 1), { label, image: label.toLowerCase().replace(' ', '-') }),
  ),
)
