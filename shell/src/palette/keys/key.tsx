import './key.css'

/** A key of the keyboard, as it is drawn in hints. */
export function Key({ children }: { children: string }) {
  return <kbd className="shell-palette-key">{children}</kbd>
}
