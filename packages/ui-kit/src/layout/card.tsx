import './card.css'
import type { ReactNode } from 'react'

type Props = { title?: ReactNode; extra?: ReactNode; className?: string; children: ReactNode }

/** A surface for one thing; antd's own brings tabs along. */
export function Card({ title, extra, className, children }: Props) {
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
