import './public-frame.css'
import { Brand, Button } from '@cascade/ui-kit'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { shellTexts } from '../texts'

/** Around whatever is shown outside of an area: public pages, and what is said when nothing else can be shown. */
export function PublicFrame({ children }: { children: ReactNode }) {
  const text = shellTexts.useText()
  const navigate = useNavigate()
  return (
    <div className="shell-public">
      <header>
        <Link to="/landing">
          <Brand size={30} />
        </Link>
        <Button type="primary" onClick={() => void navigate('/auth/login')}>
          {text('logIn')}
        </Button>
      </header>
      <main>{children}</main>
      <footer>© 2025 Cascade</footer>
    </div>
  )
}
