import type { ReactNode } from 'react'
import type { RecentChoice } from '../../palette-settings'
import type { FoundAccount } from './account-actions'
import type { Span } from './match'

/** One thing to choose: it leads to an address, or does something here. */
export type Item = {
  id: string
  label: string
  spans?: readonly Span[]
  note?: string | undefined
  icon: ReactNode
  /** At the far end of the row. */
  end?: ReactNode
  to?: string
  run?: () => void
  remember?: RecentChoice
  /** Has further actions. */
  account?: FoundAccount
  /** Fetched ahead when the item is active. */
  remoteId?: string | undefined
}

export type Section = { key: string; title: string; items: Item[] }
