import './go-hint.css'
import type { Screen } from '../screens'
import { Key } from './key'

/** The letters that may follow `g`. */
export function GoHint({ screens }: { screens: readonly Screen[] }) {
  return (
    <div className="shell-palette-go" role="status">
      {screens.map(
        ({ path, label, shortcut }) =>
          shortcut !== undefined && (
            <span key={path}>
              <Key>{shortcut}</Key> {label}
            </span>
          ),
      )}
    </div>
  )
}
