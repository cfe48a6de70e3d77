import './public-frame.css'
import { Brand, Button } from '@cascade/ui-kit'
import { useSession } from '@cascade/web-kit'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { shellTexts } from '../texts'

/** Frame of pages outside a role's area: public pages and full-page errors. */
export function PublicFrame({ children }: { children: ReactNode }) {
  const text = shellTexts.useText()
  const navigate = useNavigate()
  const isSignedIn = useSession(state => state.user !== undefined)
  return (
    <div className="shell-public">
      <header>
        <Link to="/landing">
          <Brand size={30} />
        </Link>
        {!isSignedIn && (
          <Button type="primary" onClick={() => void navigate('/auth/login')}>
            {text('logIn')}
          </Button>
        )}
      </header>
      <main>{children}</main>
      <footer>© 2025 Cascade</footer>
    </div>
  )
}
