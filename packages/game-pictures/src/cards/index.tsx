import type { ReactNode } from 'react'
import { Card, rankNames } from './card'
import { Suit, suitNames } from './suits'

const suits = suitNames.map(
  suit => [`suit-${suit}`, <Suit key={suit} suit={suit} x={24} y={24} height={40} />] as const,
)
const ranks = rankNames.map(rank => [`card-${rank}`, <Card key={rank} rank={rank} />] as const)
const cards = rankNames.flatMap(rank =>
  suitNames.map(suit => [`card-${rank}-${suit}`, <Card key={suit} rank={rank} suit={suit} />] as const),
)

/** Suits, ranks without a suit, and the 52 cards, by their key: `suit-heart`, `card-k`, `card-k-heart`. */
export const drawings: Readonly<Record<string, ReactNode>> = Object.fromEntries([...suits, ...ranks, ...cards])
