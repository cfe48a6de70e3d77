import './palette.css'
import { type FocusEvent, type ReactNode, useLayoutEffect, useRef } from 'react'

type Props = { label: string; className: string; onClose: () => void; children: ReactNode }

/** The browser's own modal dialog: it keeps the focus inside and gives it back, and the page below is inert. */
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
    // biome-ignore lint/a11y/useKeyWithClickEvents: the key for a click beside the dialog is Escape
    <dialog
      ref={ref}
      className={`shell-palette-dialog ${className}`}
      aria-label={label}
      // The browser tells of a close later, when another dialog may be open already.
      onClose={() => isUnmounting.current || onClose()}
      onClick={event => event.target === event.currentTarget && onClose()}
    >
      <div className="shell-palette-dialog-inside">{children}</div>
    </dialog>
  )
}

/** A field that takes over what was typed elsewhere is typed on into behind it. */
export function moveCaretToEnd({ currentTarget }: FocusEvent<HTMLInputElement>): void {
  const { length } = currentTarget.value
  currentTarget.setSelectionRange(length, length)
}

/** A key of the keyboard, as it is drawn in hints. */
export function Key({ children }: { children: string }) {
  return <kbd className="shell-palette-key">{children}</kbd>
}

const isApple = () => /mac|iphone|ipad/i.test(navigator.platform)

/** The caps of the palette's shortcut as this keyboard has them. */
export const paletteKeys = (): readonly string[] => (isApple() ? ['⌘', 'K'] : ['Ctrl', 'K'])
