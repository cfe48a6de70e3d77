import './row-actions.css'
import { Button, Dropdown, Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { MoreIcon } from '../../icons'
import { useNarrow } from '../../layout/use-narrow'
import { tableTexts } from './table-texts'

export type RowAction = {
  key: string
  label: string
  icon: ReactNode
  /** An address relative to the list, or what to do. */
  to?: string
  onClick?: () => void
  danger?: boolean
  disabled?: boolean
}

type Props = { actions: readonly RowAction[] /** Names the row for screen readers. */; of: string }

/** Actions of a row: buttons with icons, on a phone one menu. */
export function RowActions({ actions, of }: Props) {
  const text = tableTexts.useText()
  const navigate = useNavigate()
  const narrow = useNarrow(900)
  const run = (action: RowAction) => (action.to ? void navigate(action.to) : action.onClick?.())
  if (narrow && actions.length > 1) {
    const items = actions.map(({ key, label, icon, danger, disabled }) => ({ key, label, icon, danger, disabled }))
    const onClick = ({ key }: { key: string }) => {
      const action = actions.find(each => each.key === key)
      if (action) run(action)
    }
    return (
      <Dropdown trigger={['click']} menu={{ items, onClick }}>
        <Button type="text" size="small" icon={<MoreIcon />} aria-label={`${text('more')}: ${of}`} />
      </Dropdown>
    )
  }
  return (
    <span className="kit-row-actions">
      {actions.map(action => (
        <Tooltip key={action.key} title={action.label} mouseEnterDelay={0.4}>
          <Button
            type="text"
            size="small"
            icon={action.icon}
            danger={action.danger}
            disabled={action.disabled}
            aria-label={`${action.label} ${of}`}
            onClick={() => run(action)}
          />
        </Tooltip>
      ))}
    </span>
  )
}
