import { onTestFinished } from 'vitest'

/** Makes the window of this test wide enough for every column of a list. */
export function widen() {
  const { happyDOM, innerWidth } = window as unknown as {
    innerWidth: number
    happyDOM: { setViewport: (size: { width: number }) => void }
  }
  happyDOM.setViewport({ width: 1680 })
  onTestFinished(() => happyDOM.setViewport({ width: innerWidth }))
}
