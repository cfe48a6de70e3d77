import { onTestFinished } from 'vitest'

/** Widens the window of the current test, so that all columns of a list are visible. */
export function widen() {
  const { happyDOM, innerWidth } = window as unknown as {
    innerWidth: number
    happyDOM: { setViewport: (size: { width: number }) => void }
  }
  happyDOM.setViewport({ width: 1680 })
  onTestFinished(() => happyDOM.setViewport({ width: innerWidth }))
}
