import './phone.css'
import { Drawer } from 'antd'
import { createContext, type ReactNode } from 'react'

type Props = {
  open: boolean
  onClose: () => void
  title: ReactNode
  /** In view below what scrolls. */
  footer?: ReactNode
  /** What is open stays there while it is closed, e.g. an export that runs. */
  keepMounted?: boolean
  children: ReactNode
}

/** What comes up from the lower edge of a phone, where the thumb is. */
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

/** Closes the sheet around; in one, tools show their words and open where they stand. */
export const InSheet = createContext<(() => void) | undefined>(undefined)
