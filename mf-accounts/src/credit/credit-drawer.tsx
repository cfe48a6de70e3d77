import './credit.css'
import { Drawer, RemoteBoundary } from '@cascade/ui-kit'
import { type ReactNode, useLayoutEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'

/** Drawer over the list; Esc, the background and Back close it. */
export function CreditDrawer({ children }: { children: ReactNode }) {
  const navigate = useNavigate()
  useReturnFocus()
  return (
    <Drawer
      open
      onClose={() => void navigate(-1)}
      size="min(620px, 100vw)"
      closable={false}
      // No mask: the list stays usable, so the next account is one click away.
      mask={false}
      // Rendered inside the page, so that the form is its main landmark.
      getContainer={false}
      rootClassName="accounts-drawer"
    >
      <RemoteBoundary>{children}</RemoteBoundary>
    </Drawer>
  )
}

/** Returns the focus to the opener on close. */
function useReturnFocus(): void {
  // Read during render: the form takes the focus before effects run.
  const [opener] = useState(() => document.activeElement)
  useLayoutEffect(
    () => () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
    },
    [opener],
  )
}
