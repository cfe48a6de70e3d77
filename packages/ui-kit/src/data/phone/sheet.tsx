import './phone.css'
import { createContext, type ReactNode } from 'react'
import { Drawer } from '../../overlays/overlays'

type Props = {
  open: boolean
  onClose: () => void
  title: ReactNode
  footer?: ReactNode
  /** Keeps the content mounted while closed, e.g. for a running export. */
  keepMounted?: boolean
  children: ReactNode
}

/** Bottom sheet of a phone. */
export function Sheet({ open, onClose, title, footer, keepMounted = false, children }: Props) {
  return (
    <Drawer
      open={open}
      placement="bottom"
      size="auto"
      rootClassName="kit-sheet"
      title={title}
      footer={footer}
      destroyOnHidden={!keepMounted}
      onClose={onClose}
    >
      <InSheet value={onClose}>{children}</InSheet>
    </Drawer>
  )
}

/** Closes the surrounding sheet; inside one, tools show labels and open in place. */
export const InSheet = createContext<(() => void) | undefined>(undefined)
