import { useEffect, useEffectEvent, useState } from 'react'
import type { Choice, LiveDimension } from '../control/choice'
import { findOption, mayBegin } from './find-option'

type Options = {
  enabled: boolean
  dimensions: readonly LiveDimension[]
  choice: Choice
  onPick: (dimension: LiveDimension['key'], drawno: string) => void
  onClear: () => void
  onSave: () => void
}

const mostLetters = 16
const typesText = 'input:not([type="radio"], [type="checkbox"], [readonly]), textarea, select, [contenteditable="true"]'

/**
 * Choosing by keyboard: letters and digits name an option, Enter takes it, Ctrl+Enter saves, Escape takes it back.
 * @returns what has been typed so far, and the option that it names
 */
export function useTypedChoice(options: Options) {
  const { enabled, dimensions, choice } = options
  const [typed, setTyped] = useState('')
  const found = findOption(dimensions, choice, typed)

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (isElsewhere(event)) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) return take(event, options.onSave)
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Escape') return take(event, typed === '' ? options.onClear : () => setTyped(''))
    if (event.key === 'Backspace' && typed !== '') return take(event, () => setTyped(typed.slice(0, -1)))
    if (event.key === 'Enter' && typed !== '') return take(event, pick)
    if (!isLetter(event.key) || typed.length >= mostLetters) return
    if (typed === '' && !mayBegin(dimensions, event.key)) return
    take(event, () => setTyped(typed + event.key))
  })
  const pick = () => {
    if (!found) return
    setTyped('')
    if (choice[found.dimension] !== found.option.drawno) options.onPick(found.dimension, found.option.drawno)
  }

  useEffect(() => {
    if (!enabled) return
    const listener = (event: KeyboardEvent) => onKey(event)
    // Before the shell's own keys: what names an option here goes nowhere else.
    window.addEventListener('keydown', listener, { capture: true })
    return () => {
      window.removeEventListener('keydown', listener, { capture: true })
      setTyped('')
    }
  }, [enabled])

  return { typed, found }
}

const isLetter = (key: string) => /^[a-z0-9-]$/i.test(key)

function take(event: KeyboardEvent, act: () => void) {
  event.preventDefault()
  event.stopPropagation()
  act()
}

/** In a dialog, or where text is typed, keys mean something else. */
function isElsewhere({ target }: KeyboardEvent): boolean {
  if (document.querySelector('[role="dialog"]:not([aria-hidden="true"]), dialog[open]')) return true
  return target instanceof Element && target.closest(typesText) !== null
}
