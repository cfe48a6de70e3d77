import { imageHashPattern } from '@cascade/contracts/games'
import type { ReactNode } from 'react'

export type Drawings = Readonly<Record<string, ReactNode>>

/** Each set is its own chunk, loaded with the first of its pictures. */
const sets = {
  games: () => import('./games'),
  titli: () => import('./titli'),
  cards: () => import('./cards'),
  bingo: () => import('./bingo'),
} as const satisfies Record<string, () => Promise<{ drawings: Drawings }>>
export type PictureSet = keyof typeof sets

const titliKeys = [
  'umbrella',
  'ball',
  'sun',
  'lamp',
  'cow',
  'water-pot',
  'kite',
  'spinning-top',
  'rose',
  'butterfly',
  'eagle',
  'rabbit',
]
const suit = '(spade|heart|diamond|club)'
const keys: readonly (readonly [RegExp, PictureSet])[] = [
  [new RegExp(`^(${titliKeys.join('|')})$`), 'titli'],
  [new RegExp(`^(suit-${suit}|card-(a|[2-9]|10|j|q|k)(-${suit})?)$`), 'cards'],
  [/^ball-([1-9]|1\d|2[0-5])$/, 'bingo'],
]

/** The set that contains this key; undefined for unknown keys. */
export const findSet = (key: string): PictureSet | undefined => keys.find(([pattern]) => pattern.test(key))?.[1]

/** Whether an option's `image` can be rendered: a built-in drawing or an uploaded picture. */
export const hasPicture = (key: string): boolean => findSet(key) !== undefined || imageHashPattern.test(key)

const loaded = new Map<PictureSet, Drawings>()

/** Undefined until the set is loaded. */
export const drawingsOf = (name: PictureSet): Drawings | undefined => loaded.get(name)

/** Loads a set; after a failure the next picture retries. */
export async function loadDrawings(name: PictureSet): Promise<Drawings> {
  const { drawings } = await sets[name]()
  loaded.set(name, drawings)
  return drawings
}
