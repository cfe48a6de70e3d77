import './page.css'
import { Button } from 'antd'
import { type ReactNode, useEffect } from 'react'
import { commonTexts } from '../i18n/texts'
import { BackIcon } from '../icons/icons'

type Props = {
  title: string
  note?: ReactNode
  actions?: ReactNode
  onBack?: () => void
  /** Parts of the tab title, most specific first, e.g. `player3`, `Player`; default: the title. */
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

/** A plain card; antd's own includes tabs. */
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

/** Parts of the tab title, most general first, e.g. `Statement`, `player3`. */
export const pageTitles = (): string[] => document.title.split(separator).slice(0, -1).reverse()

/** Sets the tab title; parts from specific to general. */
export function usePageTitle(parts: readonly string[]): void {
  const title = [...parts, product].join(separator)
  useEffect(() => {
    document.title = title
  }, [title])
}
