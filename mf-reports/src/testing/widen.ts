import { onTestFinished } from 'vitest'

/** Widens the window of the current test, so that all columns of a list are visible. */
export const widen = () => setWidth(1680)

/** Sets the width of the window of the current test in pixels. */
export function setWidth(width: number) {
  const { happyDOM, innerWidth } = window as unknown as {
    innerWidth: number
    happyDOM: { setViewport: (size: { width: number }) => void }
  }
  happyDOM.setViewport({ width })
  onTestFinished(() => happyDOM.setViewport({ width: innerWidth }))
}
