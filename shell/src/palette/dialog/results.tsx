import './dialog.css'
import { RightIcon } from '@cascade/ui-kit'
import { useEffect, useRef } from 'react'
import { paletteTexts } from '../texts'
import type { FoundAccount, Item, Section } from './items'
import type { Span } from './match'

type Props = {
  listId: string
  sections: readonly Section[]
  active: Item | undefined
  pending: boolean
  onPoint: (item: Item) => void
  onChoose: (item: Item) => void
  onActions: (account: FoundAccount) => void
}

export const optionId = (listId: string, item: Item) => `${listId}-${item.id}`

/** Results below the field. The focus stays in the field, which references the active option. */
export function Results({ listId, sections, active, pending, onPoint, onChoose, onActions }: Props) {
  const text = paletteTexts.useText()
  const list = useRef<HTMLDivElement>(null)
  const activeId = active && optionId(listId, active)
  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView?.({ block: 'nearest' })
  }, [activeId])

  const option = (item: Item) => (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox field handles the keys
    <div
      key={item.id}
      id={optionId(listId, item)}
      role="option"
      tabIndex={-1}
      className="shell-palette-option"
      data-account={item.remember?.kind === 'account' || undefined}
      aria-selected={item === active}
      onPointerMove={() => item !== active && onPoint(item)}
      onMouseDown={event => event.preventDefault()}
      onClick={() => onChoose(item)}
    >
      <span className="shell-palette-option-icon" aria-hidden="true">
        {item.icon}
      </span>
      <span className="shell-palette-option-text">
        <span className="shell-palette-option-label">
          <Marked text={item.label} spans={item.spans} />
        </span>
        {item.note && <span className="shell-palette-option-note">{item.note}</span>}
      </span>
      {item.end}
      <More item={item} title={text('actions', { username: item.label })} onActions={onActions} />
    </div>
  )
  return (
    <div
      ref={list}
      id={listId}
      role="listbox"
      aria-label={text('results')}
      aria-busy={pending}
      className="shell-palette-results"
    >
      {sections.map(({ key, title, items }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot group options
        <div key={key} role="group" aria-labelledby={`${listId}-${key}`}>
          <div id={`${listId}-${key}`} className="shell-palette-section" role="presentation">
            {title}
          </div>
          {items.map(option)}
        </div>
      ))}
    </div>
  )
}

type MoreProps = { item: Item; title: string; onActions: (account: FoundAccount) => void }

/** For the pointer; the keyboard uses the right arrow. */
function More({ item: { account }, title, onActions }: MoreProps) {
  if (!account) return null
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above
    // biome-ignore lint/a11y/noStaticElementInteractions: an option must not contain a button
    <span
      className="shell-palette-more"
      title={title}
      onClick={event => {
        event.stopPropagation()
        onActions(account)
      }}
    >
      <RightIcon />
    </span>
  )
}

function Marked({ text, spans = [] }: { text: string; spans?: readonly Span[] | undefined }) {
  const parts = spans.map(([from, to], index) => (
    <span key={from}>
      {text.slice(spans[index - 1]?.[1] ?? 0, from)}
      <mark>{text.slice(from, to)}</mark>
    </span>
  ))
  return (
    <>
      {parts}
      {text.slice(spans.at(-1)?.[1] ?? 0)}
    </>
  )
}
