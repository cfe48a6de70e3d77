import './selection-bar.css'
import { Button, ConfigProvider } from 'antd'
import type { ReactNode } from 'react'
import { tableTexts } from './table-texts'

export function SelectionBar({
  count,
  onClear,
  children,
}: {
  count: number
  onClear: () => void
  children: ReactNode
}) {
  const text = tableTexts.useText()
  return (
    <div className="kit-selection" role="status">
      <strong>{text('selected', { count })}</strong>
      <ConfigProvider componentSize="small">{children}</ConfigProvider>
      <Button type="link" size="small" onClick={onClear}>
        {text('clearSelection')}
      </Button>
    </div>
  )
}
