import './login.css'
import { Brand } from '@cascade/ui-kit/first-paint'
import type { ReactNode } from 'react'
import type { LoginText } from './login-texts'

export function AuthFrame({ text, children }: { text: LoginText; children: ReactNode }) {
  return (
    <div className="shell-auth">
      <aside className="shell-auth-face">
        <FallingWater />
        <Brand size={34} tone="#ffffff" />
        <p>{text('slogan')}</p>
      </aside>
      <main className="shell-auth-main">{children}</main>
    </div>
  )
}

/** Streams that bend and fall one after another: credit flowing down the tree. */
const streams = [
  { from: 150, at: 452, shade: 1 },
  { from: 268, at: 366, shade: 0.78 },
  { from: 386, at: 280, shade: 0.56 },
  { from: 504, at: 194, shade: 0.38 },
  { from: 622, at: 108, shade: 0.22 },
] as const

const bend = 64
const pathOf = ({ from, at }: (typeof streams)[number]) => `M-20 ${from} H${at - bend} q${bend} 0 ${bend} ${bend} V920`

export function FallingWater() {
  return (
    <svg className="shell-auth-art" viewBox="0 0 520 900" preserveAspectRatio="xMaxYMin slice" aria-hidden="true">
      <defs>
        <linearGradient id="water" gradientUnits="userSpaceOnUse" x1="0" y1="100" x2="420" y2="900">
          <stop offset="0" stopColor="#1a6f78" stopOpacity=".25" />
          <stop offset=".45" stopColor="#3fb9b8" stopOpacity=".75" />
          <stop offset="1" stopColor="#0f6f7c" stopOpacity="0" />
        </linearGradient>
      </defs>
      {streams.map(stream => (
        <path
          key={stream.from}
          d={pathOf(stream)}
          fill="none"
          stroke="url(#water)"
          strokeWidth="34"
          strokeOpacity={stream.shade}
        />
      ))}
    </svg>
  )
}
