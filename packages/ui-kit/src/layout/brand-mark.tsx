import './brand-mark.css'
import { useId } from 'react'

/** Three falls of water, each fed by the one above: credit flowing down the tree. */
export function BrandMark({ size = 32 }: { size?: number }) {
  const id = useId()
  return (
    <svg className="kit-mark" width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <defs>
        <linearGradient id={id} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#8fe3dd" />
          <stop offset="1" stopColor="#1692a0" />
        </linearGradient>
      </defs>
      <g fill="none" stroke={`url(#${id})`} strokeWidth="4.4" strokeLinecap="round">
        <path d="M4 6.2h15.6a6.2 6.2 0 0 1 6.2 6.2V26.6" />
        <path d="M4 14.2h8.6a5 5 0 0 1 5 5v7.4" opacity=".78" />
        <path d="M4 22.2h1.8a3.6 3.6 0 0 1 3.6 3.6v.8" opacity=".56" />
      </g>
    </svg>
  )
}

/** Mark and name; `tone` is the colour of the name. */
export function Brand({ size = 30, tone }: { size?: number; tone?: string }) {
  return (
    <span style={{ display: 'inline-flex', alignItems: 'center', gap: 10, color: tone }}>
      <BrandMark size={size} />
      <span style={{ fontSize: size * 0.66, fontWeight: 680, letterSpacing: '-0.02em' }}>Cascade</span>
    </span>
  )
}
