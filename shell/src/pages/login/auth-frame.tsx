import './auth-frame.css'
import { Brand, usePageTitle } from '@cascade/ui-kit'
import type { ReactNode } from 'react'
import { shellTexts } from '../../texts'
import { FallingWater } from './falling-water'

/** The page around login and signup: the product's face on one side, the form on the other. */
export function AuthFrame({ children }: { children: ReactNode }) {
  const text = shellTexts.useText()
  usePageTitle([text('loginTitle')])
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
