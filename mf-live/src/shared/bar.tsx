import './bar.css'
import type { CSSProperties } from 'react'

/** Bar from 0 to 1, next to its figure. */
export function Bar({ share }: { share: number }) {
  return <span className="live-bar" style={{ '--share': share } as CSSProperties} aria-hidden="true" />
}
