import './bar.css'
import type { CSSProperties } from 'react'

/** A share of the largest figure of a list, from 0 to 1; the figure itself stands beside it. */
export function Bar({ share }: { share: number }) {
  return <span className="live-bar" style={{ '--share': share } as CSSProperties} aria-hidden="true" />
}
