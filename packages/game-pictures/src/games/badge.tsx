import type { ReactNode } from 'react'

/** The background of a game's picture; every game has its own colour. */
export function Badge({ color, children }: { color: string; children: ReactNode }) {
  return (
    <>
      <rect x="2" y="2" width="44" height="44" rx="12" fill={color} />
      <path d="M14 2h20a12 12 0 0 1 12 12v4C36 23 12 23 2 18v-4A12 12 0 0 1 14 2Z" fill="#fff" fillOpacity=".1" />
      {children}
    </>
  )
}
