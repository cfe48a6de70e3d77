import type { ReactNode } from 'react'
import { ball, lamp, spinningTop, waterPot } from './house'
import { butterfly, cow, eagle, rabbit, rose } from './life'
import { kite, sun, umbrella } from './sky'

/** The pictures of Titli Sorrat by their key. */
export const drawings: Readonly<Record<string, ReactNode>> = {
  umbrella,
  ball,
  sun,
  lamp,
  cow,
  'water-pot': waterPot,
  kite,
  'spinning-top': spinningTop,
  rose,
  butterfly,
  eagle,
  rabbit,
}
