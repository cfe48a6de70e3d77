import './page.css'
import { Button } from 'antd'
import { type ReactNode, useEffect } from 'react'
import { commonTexts } from '../i18n/texts'
import { BackIcon } from '../icons/icons'

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

type CardProps = { title?: ReactNode; extra?: ReactNode; className?: string; children: ReactNode }

/** A surface for one thing; antd's own brings tabs along. */
export function Card({ title, extra, className, children }: CardProps) {
  return (
    <section className={className === undefined ? 'kit-card' : `kit-card ${className}`}>
      {(title || extra) && (
        <header className="kit-card-head">
          <h2>{title}</h2>
          {extra}
        </header>
      )}
      {children}
    </section>
  )
}

const product = 'Cascade'
const separator = ' · '

/** What the page is called, the general first, e.g. `Statement`, `player3`. */
export const pageTitles = (): string[] => document.title.split(separator).slice(0, -1).reverse()

/** Names the page in the browser's tab and history: its parts from the particular to the general. */
export function usePageTitle(parts: readonly string[]): void {
  const title = [...parts, product].join(separator)
  useEffect(() => {
    document.title = title
  }, [title])
}
