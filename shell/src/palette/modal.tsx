import './palette.css'
import { type FocusEvent, type ReactNode, useLayoutEffect, useRef } from 'react'

type Props = { label: string; className: string; onClose: () => void; children: ReactNode }

/** The native modal dialog: it traps and restores the focus, and makes the page inert. */
export function Modal({ label, className, onClose, children }: Props) {
  const ref = useRef<HTMLDialogElement>(null)
  const isUnmounting = useRef(false)
  useLayoutEffect(() => {
    const dialog = ref.current
    isUnmounting.current = false
    dialog?.showModal()
    return () => {
      isUnmounting.current = true
      dialog?.close()
    }
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the key for a click outside the dialog
    <dialog
      ref={ref}
      className={`shell-palette-dialog ${className}`}
      aria-label={label}
      // `close` events are asynchronous: another dialog may already be open.
      onClose={() => isUnmounting.current || onClose()}
      onClick={event => event.target === event.currentTarget && onClose()}
    >
      <div className="shell-palette-dialog-inside">{children}</div>
    </dialog>
  )
}

export function moveCaretToEnd({ currentTarget }: FocusEvent<HTMLInputElement>): void {
  const { length } = currentTarget.value
  currentTarget.setSelectionRange(length, length)
}

export function Key({ children }: { children: string }) {
  return <kbd className="shell-palette-key">{children}</kbd>
}

const isApple = () => /mac|iphone|ipad/i.test(navigator.platform)

export const paletteKeys = (): readonly string[] => (isApple() ? ['⌘', 'K'] : ['Ctrl', 'K'])
