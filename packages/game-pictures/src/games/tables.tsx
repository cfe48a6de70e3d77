import type { CSSProperties } from 'react'
import { Suit } from '../cards/suits'
import { Glyphs } from '../glyphs'
import { butterfly } from '../titli/life'
import { Badge } from './badge'

// Games with cards, pictures and cells.

const back = (
  <>
    <rect x="-7.5" y="-10.5" width="15" height="21" rx="2.5" fill="#fffdf8" />
    <rect x="-5.5" y="-8.5" width="11" height="17" rx="1.5" fill="#e0435c" />
    <path d="M0-6 3.8 0 0 6-3.8 0Z" fill="#fffdf8" />
  </>
)
export const andharBahar = (
  <Badge color="#0b6b74">
    <g transform="translate(13.5 25.5) rotate(-14)">{back}</g>
    <g transform="translate(34.5 25.5) rotate(14)">{back}</g>
    <rect x="15.5" y="10" width="17" height="25" rx="3" fill="#fffdf8" stroke="#0b6b74" strokeWidth="1.5" />
    <Suit suit="spade" x={24} y={22.5} height={14} color="#1d2a31" />
  </Badge>
)

export const titliSorrat = (
  <Badge color="#1668a8">
    <g transform="translate(24 24) scale(.8) translate(-24 -22)" style={{ '--gp-line': '#e6effa' } as CSSProperties}>
      {butterfly}
    </g>
  </Badge>
)

const marked: readonly number[] = [0, 4, 8]
export const bingo = (
  <Badge color="#2456c2">
    <rect x="8.5" y="8.5" width="31" height="31" rx="4" fill="#fffdf8" />
    {Array.from({ length: 9 }, (_, cell) => {
      const x = 14.5 + (cell % 3) * 9.5
      const y = 14.5 + Math.floor(cell / 3) * 9.5
      const isMarked = marked.includes(cell)
      return <circle key={`${x} ${y}`} cx={x} cy={y} r={isMarked ? 4.1 : 3.2} fill={isMarked ? '#e0435c' : '#b9cbee'} />
    })}
  </Badge>
)

export const lucky12 = (
  <Badge color="#7d1f56">
    <path d="M12 22.5 9.8 10.5l7.7 5L24 7l6.5 8.5 7.7-5L36 22.5Z" fill="#ffd166" />
    <g fill="#ff7d92">
      <circle cx="9.8" cy="9.8" r="2.2" />
      <circle cx="24" cy="6.8" r="2.4" />
      <circle cx="38.2" cy="9.8" r="2.2" />
    </g>
    <Glyphs text="12" x={24} y={34} height={15} weight={3.3} color="#fff" />
  </Badge>
)

export const lucky16 = (
  <Badge color="#27397f">
    <Suit suit="spade" x={24} y={15.2} height={19} color="#ffd166" />
    <Glyphs text="16" x={24} y={34.5} height={14.5} weight={3.3} color="#fff" />
  </Badge>
)
