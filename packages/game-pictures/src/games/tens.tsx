import { Glyphs } from '../glyphs'
import { Badge } from './badge'

// Games of ten numbers, and the default picture.

const leaf =
  'M0-1.2C-2.6-3.2-6.6-4.2-6.6-8-6.6-10.2-5.1-11.6-3.5-11.6-1.8-11.6-.4-10.4 0-9 .4-10.4 1.8-11.6 3.5-11.6 5.1-11.6 6.6-10.2 6.6-8 6.6-4.2 2.6-3.2 0-1.2Z'
export const lucky10 = (
  <Badge color="#146b3f">
    <path d="M24.5 16c.5 3.3 2.4 5.6 5 6.9" fill="none" stroke="#4fc98a" strokeWidth="2.4" strokeLinecap="round" />
    <g transform="translate(24 13.8) scale(.93)" fill="#7be0a5" stroke="#146b3f" strokeWidth="1.1">
      {[45, 135, 225, 315].map(turn => (
        <path key={turn} d={leaf} transform={`rotate(${turn})`} />
      ))}
    </g>
    <Glyphs text="10" x={24} y={35} height={13.5} weight={3.3} color="#fff" />
  </Badge>
)

const rays = 16
const burst = Array.from({ length: 2 * rays }, (_, index) => {
  const angle = (Math.PI * index) / rays
  const length = index % 2 === 0 ? 19.5 : 14.5
  return `${(24 + length * Math.sin(angle)).toFixed(1)} ${(24 - length * Math.cos(angle)).toFixed(1)}`
}).join('L')
export const dusKaDum = (
  <Badge color="#b83214">
    <path d={`M${burst}Z`} fill="#ffd166" />
    <circle cx="24" cy="24" r="12" fill="#7d1d08" />
    <Glyphs text="10" x={24} y={24} height={12.5} weight={3} color="#fff" />
  </Badge>
)

export const anyGame = (
  <Badge color="#4a5f69">
    {[16, 32].flatMap(x =>
      [16, 32].map(y => (
        <rect
          key={`${x} ${y}`}
          x={x - 6}
          y={y - 6}
          width="12"
          height="12"
          rx="3"
          fill={x === y ? '#ffd166' : '#fffdf8'}
        />
      )),
    )}
  </Badge>
)
