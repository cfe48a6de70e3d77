import './status-badge.css'
import type { ReactNode } from 'react'

export type Tone = 'success' | 'warning' | 'danger' | 'accent' | 'neutral'

/** A state in words; the colour only helps. */
export function StatusBadge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className="kit-badge" data-tone={tone}>
      {children}
    </span>
  )
}
