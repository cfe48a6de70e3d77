import './format.css'
import { formatPoints } from '@cascade/contracts'
import type { ReactNode } from 'react'

/** Points with two decimals in tabular digits; negative ones are coloured. */
export function Amount({ value }: { value: number }) {
  return (
    <span className="kit-amount" translate="no" data-negative={value < 0 || undefined}>
      {formatPoints(value)}
    </span>
  )
}

export type Tone = 'success' | 'warning' | 'danger' | 'accent' | 'neutral'

/** A state in words; colour is secondary. Not translated: translations of single words are unreliable. */
export function StatusBadge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className="kit-badge" translate="no" data-tone={tone}>
      {children}
    </span>
  )
}
