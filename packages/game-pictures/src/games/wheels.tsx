import { Glyphs } from '../glyphs'
import { Badge } from './badge'

const radius = 13
const pocket = (2 * Math.PI * radius) / 12

/** A wheel with its zeros in the centre, which distinguish the two wheels. */
function Wheel({ zeros }: { zeros: string }) {
  const ring = { cx: 24, cy: 24, r: radius, fill: 'none', strokeWidth: 6.4 }
  return (
    <>
      <circle cx="24" cy="24" r="18" fill="#e3b65b" />
      <circle {...ring} stroke="#c9233b" />
      <circle {...ring} stroke="#1d2a31" strokeDasharray={`${pocket} ${pocket}`} />
      <circle {...ring} stroke="#1fa463" strokeDasharray={`${pocket} ${11 * pocket}`} transform="rotate(-105 24 24)" />
      <circle cx="24" cy="24" r="9.8" fill="#e3b65b" />
      <circle cx="24" cy="24" r="8.4" fill="#0f6b45" />
      <Glyphs text={zeros} x={24} y={24} height={9} weight={1.9} color="#fff" />
      <circle cx="33.2" cy="14.8" r="2.7" fill="#fff" />
    </>
  )
}

export const funRoullet = (
  <Badge color="#0f7a4d">
    <Wheel zeros="00" />
  </Badge>
)

export const roulette = (
  <Badge color="#21406b">
    <Wheel zeros="0" />
  </Badge>
)
