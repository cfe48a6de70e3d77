import { useEffect, useEffectEvent } from 'react'
import { isTypingOrDialog } from '../game/typed-choice'
import { useLiveSettings } from '../shared/live-settings'

/**
 * Single-key shortcuts, unless they are switched off, a dialog is open or the user is typing.
 * @param onKey returns true if it handled the key
 */
export function useKeys(onKey: (event: KeyboardEvent) => boolean): void {
  const { keys } = useLiveSettings()
  const listen = useEffectEvent((event: KeyboardEvent) => {
    const isOther = event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey
    if (!isOther && !isTypingOrDialog(event) && onKey(event)) event.preventDefault()
  })
  useEffect(() => {
    if (!keys) return
    const listener = (event: KeyboardEvent) => listen(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [keys])
}
