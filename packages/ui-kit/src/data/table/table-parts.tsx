import './table.css'
import { Button } from 'antd'
import { use } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { ErrorState } from '../../feedback/states'
import { ReloadIcon } from '../../icons/icons'
import { InSheet } from '../phone/sheet'
import { tableTexts } from './table-texts'

export function ReloadButton({ isBusy, onReload }: { isBusy: boolean; onReload: () => void }) {
  const text = tableTexts.useText()
  const inSheet = use(InSheet) !== undefined
  const label = text('reload')
  return (
    <Button icon={<ReloadIcon spin={isBusy} />} aria-label={label} title={label} onClick={onReload}>
      {inSheet && label}
    </Button>
  )
}

export function StaleNote({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div className="kit-table-stale">
      <ErrorState error={error} onRetry={onRetry} />
    </div>
  )
}

/** Clears search and filters in one history entry; order and page size stay. */
export function useClearFilters({ filters }: { filters: Readonly<Record<string, string>> }) {
  const navigate = useNavigate()
  const { search } = useLocation()
  return () => {
    const params = new URLSearchParams(search)
    for (const name of ['q', 'page', ...Object.keys(filters)]) params.delete(name)
    void navigate({ search: params.toString() })
  }
}
