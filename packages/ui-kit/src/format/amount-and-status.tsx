import './format.css'
import { formatPoints } from '@cascade/contracts'
import type { ReactNode } from 'react'

/** Points with two decimals in tabular digits; a negative one has its sign and a colour. */
export function Amount({ value }: { value: number }) {
  return (
    <span className="kit-amount" translate="no" data-negative={value < 0 || undefined}>
      {formatPoints(value)}
    </span>
  )
}

export type Tone = 'success' | 'warning' | 'danger' | 'accent' | 'neutral'

/** A state in words; the colour only helps. Translations of one word are too often wrong. */
export function StatusBadge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className="kit-badge" translate="no" data-tone={tone}>
      {children}
    </span>
  )
}
