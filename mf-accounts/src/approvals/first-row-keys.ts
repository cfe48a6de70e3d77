import { useEffect } from 'react'

const goTimeoutMs = 1_800

/** While no control has the focus, the keys trigger the action of the first row that has one; not after `g`. */
export function useFirstRowKeys(area: string, keys: readonly string[]): void {
  useEffect(() => {
    let goPressedAt = Number.NEGATIVE_INFINITY
    const onKeyDown = ({ key, target, timeStamp, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      const isGo = timeStamp - goPressedAt < goTimeoutMs
      goPressedAt = key === 'g' ? timeStamp : Number.NEGATIVE_INFINITY
      if (isGo || ctrlKey || metaKey || altKey || !keys.includes(key)) return
      // A page that opens focuses its title.
      if (!(target instanceof Element && target.matches('body, h1'))) return
      document.querySelector<HTMLElement>(`${area} [aria-keyshortcuts="${key}"]`)?.click()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [area, keys])
}
