import './typed-choice.css'
import { foldDigits } from '@cascade/contracts'
import type { DimensionKey } from '@cascade/contracts/games'
import type { LiveOption } from '@cascade/contracts/live'
import { Tooltip } from '@cascade/ui-kit'
import { Switch } from '@cascade/ui-kit/forms'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLiveSettings } from '../shared/live-settings'
import { texts } from '../texts'
import type { Choice, LiveDimension } from './control/choice'

type Options = {
  enabled: boolean
  dimensions: readonly LiveDimension[]
  choice: Choice
  onPick: (dimension: LiveDimension['key'], drawno: string) => void
  onClear: () => void
  onSave: () => void
}

const lengthMax = 16
const typesText = 'input:not([type="radio"], [type="checkbox"], [readonly]), textarea, select, [contenteditable="true"]'

/**
 * Choice by keyboard: letters and digits identify an option, Enter selects it, Ctrl+Enter saves, Escape clears.
 * @returns the text typed so far, and the option that it matches
 */
export function useTypedChoice(options: Options) {
  const { enabled, dimensions, choice } = options
  const [typed, setTyped] = useState('')
  const match = findOption(dimensions, choice, typed)

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (isTypingOrDialog(event)) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) return consume(event, options.onSave)
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Escape') return consume(event, typed === '' ? options.onClear : () => setTyped(''))
    if (event.key === 'Backspace' && typed !== '') return consume(event, () => setTyped(typed.slice(0, -1)))
    if (event.key === 'Enter' && typed !== '') return consume(event, pick)
    // Keyboards of some languages type their own digits.
    const letter = foldDigits(event.key)
    if (!isLetter(letter) || typed.length >= lengthMax) return
    if (typed === '' && !canStart(dimensions, letter)) return
    consume(event, () => setTyped(typed + letter))
  })
  const pick = () => {
    if (!match) return
    setTyped('')
    if (choice[match.dimension] !== match.option.drawno) options.onPick(match.dimension, match.option.drawno)
  }

  useEffect(() => {
    if (!enabled) return
    const listener = (event: KeyboardEvent) => onKey(event)
    // Capture phase: runs before the shell's shortcuts, so that a key is handled only once.
    window.addEventListener('keydown', listener, { capture: true })
    return () => {
      window.removeEventListener('keydown', listener, { capture: true })
      setTyped('')
    }
  }, [enabled])

  return { typed, match }
}

const isLetter = (key: string) => /^[a-z0-9-]$/i.test(key)

function consume(event: KeyboardEvent, act: () => void) {
  event.preventDefault()
  event.stopPropagation()
  act()
}

/** Whether a dialog is open or the user is typing into a field. */
export function isTypingOrDialog({ target }: KeyboardEvent): boolean {
  // Closed dialogs stay in the DOM, hidden.
  if (document.querySelector('[role="dialog"]:not([aria-hidden="true"], [style*="display: none"]), dialog[open]'))
    return true
  return target instanceof Element && target.closest(typesText) !== null
}

type MatchedOption = { dimension: DimensionKey; option: LiveOption }
type Matcher = (option: LiveOption, typed: string) => boolean

const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '')
const isNumber = (text: string) => /^\d+$/.test(text)

/** Matchers from exact to loose. */
const matchers: readonly Matcher[] = [
  ({ label }, typed) => plain(label) === typed,
  ({ drawno }, typed) => plain(drawno) === typed,
  // 7 matches 0-0-7 if all numbers have three digits.
  ({ drawno }, typed) => isNumber(typed) && isNumber(plain(drawno)) && plain(drawno) === padded(typed, drawno),
]

const padded = (typed: string, drawno: string) => {
  const { length } = plain(drawno)
  return length > 2 ? typed.padStart(length, '0') : typed
}

/**
 * Finds the option for the typed text. Dimensions without a choice come first, exact matches before prefixes; a prefix
 * must be unique.
 */
export function findOption(
  dimensions: readonly LiveDimension[],
  choice: Choice,
  typed: string,
): MatchedOption | undefined {
  const query = plain(typed)
  if (query === '') return undefined
  const open = dimensions.filter(({ key }) => choice[key] === undefined)
  const inOrder = [...open, ...dimensions.filter(each => !open.includes(each))]
  for (const { key, options } of inOrder) {
    for (const matches of matchers) {
      const option = options.find(each => matches(each, query))
      if (option) return { dimension: key, option }
    }
  }
  for (const { key, options } of inOrder) {
    const [only, ...others] = options.filter(({ label }) => plain(label).startsWith(query))
    if (only && others.length === 0 && !isNumber(query)) return { dimension: key, option: only }
  }
  return undefined
}

/** Whether an option begins with this letter; digits are always accepted. */
export const canStart = (dimensions: readonly LiveDimension[], letter: string): boolean =>
  isNumber(letter) ||
  dimensions.some(({ options }) => options.some(({ label }) => plain(label).startsWith(letter.toLowerCase())))

/** The typed text, and the option that Enter would select. */
export function TypedHint({ typed, match }: { typed: string; match: MatchedOption | undefined }) {
  const text = texts.useText()
  return (
    <div className="live-typed" role="status">
      {typed !== '' && (
        <p>
          <kbd>{typed}</kbd>
          {match ? text('enterChooses', { label: match.option.label }) : text('noSuchOption')}
        </p>
      )}
    </div>
  )
}

/** Switches choice by keyboard on and off, with a tooltip that explains the keys. */
export function KeysSwitch() {
  const text = texts.useText()
  const { keys, setKeys } = useLiveSettings()
  return (
    <Tooltip title={text('keysHelp')}>
      <span className="live-keys">
        <Switch size="small" checked={keys} onChange={setKeys} aria-label={text('keys')} /> {text('keys')}
      </span>
    </Tooltip>
  )
}
