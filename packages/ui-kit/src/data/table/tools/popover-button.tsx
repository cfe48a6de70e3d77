import { Button, Popover } from 'antd'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'

type Props = {
  label: string
  icon: ReactNode
  /** What opens; Escape pressed in it closes it, as long as it hands its keys to `onKeyDown`. */
  panel: (closing: { close: () => void; onKeyDown: (event: KeyboardEvent) => void }) => ReactNode
}

/** A tool of a table: an icon that opens a panel. When that closes by key or by choice, the focus is back on the icon. */
export function PopoverButton({ label, icon, panel }: Props) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Escape' && open) close()
  }
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      destroyOnHidden
      open={open}
      onOpenChange={setOpen}
      content={panel({ close, onKeyDown })}
    >
      <Button ref={button} icon={icon} aria-label={label} title={label} aria-expanded={open} onKeyDown={onKeyDown} />
    </Popover>
  )
}
