import type { Screen } from './screens'

/** The letters that may follow `g`. */
export function GoHint({ screens }: { screens: readonly Screen[] }) {
  return (
    <div className="p-go" role="status">
      {screens.map(
        ({ path, label, shortcut }) =>
          shortcut !== undefined && (
            <span key={path}>
              <kbd className="p-key">{shortcut}</kbd> {label}
            </span>
          ),
      )}
    </div>
  )
}
