import './page-header.css'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { commonTexts } from '../i18n/common-texts'
import { BackIcon } from '../icons/icons'
import { usePageTitle } from './use-page-title'

type Props = {
  title: string
  /** One sentence below the title. */
  note?: ReactNode
  /** Buttons at the far end. */
  actions?: ReactNode
  onBack?: () => void
  /** What the browser's tab and history call the page, the particular first, e.g. `player3`, `Player`; else the title. */
  tab?: readonly string[]
}

export function PageHeader({ title, note, actions, onBack, tab = [title] }: Props) {
  const text = commonTexts.useText()
  usePageTitle(tab)
  return (
    <header className="kit-page-header">
      {onBack && <Button type="text" icon={<BackIcon />} aria-label={text('back')} onClick={onBack} />}
      <h1>{title}</h1>
      {actions && <div className="kit-page-header-actions">{actions}</div>}
      {note && <div className="kit-page-header-note">{note}</div>}
    </header>
  )
}
