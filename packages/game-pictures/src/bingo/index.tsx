import type { ReactNode } from 'react'
import { Glyphs } from '../glyphs'

const cells = 25
/** One colour per row of five. */
const colors = ['#d6334c', '#e0761a', '#1f8a4c', '#2462c9', '#7d4fc4'] as const

function Ball({ number }: { number: number }) {
  return (
    <>
      <circle cx="24" cy="24" r="21.5" fill={colors[Math.floor((number - 1) / 5)]} />
      <path
        d="M45.5 24A21.5 21.5 0 0 1 8 38.3 21.5 21.5 0 0 0 38.3 8 21.4 21.4 0 0 1 45.5 24Z"
        fill="#12242c"
        fillOpacity=".18"
      />
      <circle cx="24" cy="24" r="15" fill="#fffdf8" />
      <Glyphs text={String(number)} x={24} y={24} height={16} weight={3.2} color="#1d2a31" />
      <ellipse cx="15.5" cy="9.8" rx="5" ry="2.3" fill="#fff" fillOpacity=".45" transform="rotate(-35 15.5 9.8)" />
    </>
  )
}

const numbers = Array.from({ length: cells }, (_, index) => index + 1)
const balls = numbers.map(number => [`ball-${number}`, <Ball key={number} number={number} />] as const)

/** Balls 1 to 25 by key: `ball-7`. */
export const drawings: Readonly<Record<string, ReactNode>> = Object.fromEntries(balls)
