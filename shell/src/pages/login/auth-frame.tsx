import './auth-frame.css'
import { Brand } from '@cascade/ui-kit/first-paint'
import type { ReactNode } from 'react'
import { FallingWater } from './falling-water'
import type { LoginText } from './login-texts'

/** The page around login and signup: the product's face on one side, the form on the other. */
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
