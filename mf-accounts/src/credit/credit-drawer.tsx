import './credit.css'
import { Drawer, RemoteBoundary } from '@cascade/ui-kit'
import { type ReactNode, useLayoutEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'

/** Lies over the list that it was opened from; Esc, the background and Back lead back to it. */
export function CreditDrawer({ children }: { children: ReactNode }) {
  const navigate = useNavigate()
  useFocusGivenBack()
  return (
    <Drawer
      open
      onClose={() => void navigate(-1)}
      size="min(620px, 100vw)"
      closable={false}
      // The list beside it stays usable: the next account is one click away.
      mask={false}
      // Inside the page, so that what is read aloud and found as its main part is the form.
      getContainer={false}
      rootClassName="accounts-drawer"
    >
      <RemoteBoundary>{children}</RemoteBoundary>
    </Drawer>
  )
}

/** Who leaves the drawer stands again where they opened it, in their row. */
function useFocusGivenBack(): void {
  // The form takes the focus while it is drawn, before any effect of ours.
  const [opener] = useState(() => document.activeElement)
  useLayoutEffect(
    () => () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
    },
    [opener],
  )
}
