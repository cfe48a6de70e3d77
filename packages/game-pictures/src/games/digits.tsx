import { Glyphs } from '../glyphs'
import { Badge } from './badge'

// Digit games: target, timer, and the two with three digits.

export const funTarget = (
  <Badge color="#b3213a">
    <circle cx="22.5" cy="25.5" r="16" fill="#fffdf8" />
    <circle cx="22.5" cy="25.5" r="12" fill="#e0435c" />
    <circle cx="22.5" cy="25.5" r="8" fill="#fffdf8" />
    <circle cx="22.5" cy="25.5" r="4" fill="#e0435c" />
    <path d="M22.5 25.5 36 12" stroke="#12242c" strokeWidth="2.4" strokeLinecap="round" />
    <path d="M33 10.5 39.5 4.5 40 8 43.5 8.5 37.5 15l-4-.5Z" fill="#ffd166" />
  </Badge>
)

export const funTimer = (
  <Badge color="#d2650f">
    <path d="M24 6.5v5M19.5 6.5h9" stroke="#fffdf8" strokeWidth="3" strokeLinecap="round" />
    <path d="M35.5 13.5l2.5 2.5" stroke="#fffdf8" strokeWidth="3" strokeLinecap="round" />
    <circle cx="24" cy="27" r="15" fill="#fffdf8" />
    <circle cx="24" cy="27" r="11.2" fill="#ffe1ba" />
    <path d="M24 27V15.8A11.2 11.2 0 0 1 33.7 32.6Z" fill="#f58a1f" />
    <path d="M24 27V19M24 27l5 3" fill="none" stroke="#12242c" strokeWidth="2.4" strokeLinecap="round" />
    <circle cx="24" cy="27" r="2" fill="#12242c" />
  </Badge>
)

export const tripleFun = (
  <Badge color="#5a35ad">
    <circle cx="24" cy="15.5" r="10" fill="#ffd166" />
    <circle cx="14.5" cy="31.5" r="10" fill="#ff7d92" />
    <circle cx="33.5" cy="31.5" r="10" fill="#6fd3e3" />
    <Glyphs text="1" x={24} y={15.5} height={10} weight={2.2} color="#2b1a5e" />
    <Glyphs text="2" x={14.5} y={31.5} height={10} weight={2.2} color="#2b1a5e" />
    <Glyphs text="3" x={33.5} y={31.5} height={10} weight={2.2} color="#2b1a5e" />
  </Badge>
)

export const tripleChance = (
  <Badge color="#a5275c">
    <path d="M40.5 18.5v12" stroke="#ffd166" strokeWidth="2.6" strokeLinecap="round" />
    <circle cx="40.5" cy="15.5" r="3.2" fill="#ffd166" />
    <rect x="5.5" y="11" width="32" height="27" rx="5" fill="#ffd166" />
    <rect x="8" y="14.5" width="27" height="20" rx="3" fill="#5e1233" />
    <g fill="#fffdf8">
      <rect x="9.5" y="16" width="7.4" height="17" rx="1.8" />
      <rect x="17.8" y="16" width="7.4" height="17" rx="1.8" />
      <rect x="26.1" y="16" width="7.4" height="17" rx="1.8" />
    </g>
    <Glyphs text="7" x={13.2} y={24.5} height={9} weight={2.1} color="#c9233b" />
    <Glyphs text="7" x={21.5} y={24.5} height={9} weight={2.1} color="#c9233b" />
    <Glyphs text="7" x={29.8} y={24.5} height={9} weight={2.1} color="#c9233b" />
  </Badge>
)
