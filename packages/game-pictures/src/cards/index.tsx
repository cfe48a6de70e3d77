import type { ReactNode } from 'react'
import { Glyphs } from '../glyphs'
import { isRed, Suit, type SuitName, suitNames } from './suits'

const rankNames = ['a', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'j', 'q', 'k'] as const
type RankName = (typeof rankNames)[number]

const suits = suitNames.map(
  suit => [`suit-${suit}`, <Suit key={suit} suit={suit} x={24} y={24} height={40} />] as const,
)
const ranks = rankNames.map(rank => [`card-${rank}`, <Card key={rank} rank={rank} />] as const)
const cards = rankNames.flatMap(rank =>
  suitNames.map(suit => [`card-${rank}-${suit}`, <Card key={suit} rank={rank} suit={suit} />] as const),
)

/** Suits, ranks without a suit, and the 52 cards, by key: `suit-heart`, `card-k`, `card-k-heart`. */
export const drawings: Readonly<Record<string, ReactNode>> = Object.fromEntries([...suits, ...ranks, ...cards])

export function Card({ rank, suit }: { rank: RankName; suit?: SuitName | undefined }) {
  const color = suit && isRed(suit) ? 'var(--gp-red)' : 'var(--gp-black)'
  const text = rank.toUpperCase()
  return (
    <g className="gp-card">
      <rect x="7.5" y="1.5" width="33" height="45" rx="5" fill="var(--gp-card)" stroke="var(--gp-card-edge)" />
      {suit ? (
        <>
          <Glyphs text={text} x={rank === '10' ? 20.5 : 17} y={13.5} height={15} weight={3.2} color={color} />
          <Suit suit={suit} x={27.5} y={32.5} height={21} />
          <Headdress rank={rank} x={31.5} y={12.5} />
        </>
      ) : (
        <>
          <Glyphs text={text} x={24} y={isCourt(rank) ? 29 : 24} height={22} weight={4} color={color} />
          <Headdress rank={rank} x={24} y={11.5} />
        </>
      )}
    </g>
  )
}

const isCourt = (rank: RankName) => rank === 'k' || rank === 'q' || rank === 'j'

/** Crown for the king, coronet for the queen, feathered cap for the jack; 11 wide. */
function Headdress({ rank, x, y }: { rank: RankName; x: number; y: number }) {
  const drawing = headdresses[rank]
  return drawing === undefined ? null : <g transform={`translate(${x} ${y})`}>{drawing}</g>
}

const gold = '#dca11d'
const headdresses: Partial<Record<RankName, ReactNode>> = {
  k: (
    <>
      <path d="M-5.5 4.5-6.2-3-2.6-.2 0-4.8 2.6-.2 6.2-3 5.5 4.5Z" fill={gold} />
      <path d="M0-7.6v2.6M-1.3-6.4H1.3" stroke={gold} strokeWidth="1.1" />
    </>
  ),
  q: (
    <>
      <path d="M-5.5 4.5C-6.5 2-6.3-.2-5.8-2L-2.5.800 0-3.2 2.5.800 5.8-2C6.3-.2 6.5 2 5.5 4.5Z" fill={gold} />
      <g fill="#c9233b">
        <circle cx="-5.8" cy="-3.2" r="1.2" />
        <circle cx="0" cy="-4.6" r="1.3" />
        <circle cx="5.8" cy="-3.2" r="1.2" />
      </g>
    </>
  ),
  j: (
    <>
      <path d="M-6 4.5C-6-.5-3.5-2.8 0-2.8S6-.5 6 4.5Z" fill="#2f7de1" />
      <path d="M2-2.6C2.5-6 5-7.6 7.2-7.4 7.4-4.8 5.6-2.4 3-1.8Z" fill="#c9233b" />
      <path d="M-6.6 4.5H6.6" stroke={gold} strokeWidth="2" strokeLinecap="round" />
    </>
  ),
}
