import './tools.css'
import { useAsOfSwitch } from '@cascade/web-kit'
import { Button, Popover } from 'antd'
import { use, useRef, useState } from 'react'
import { formatDateTime } from '../../format/format'
import { TimeIcon } from '../../icons/icons'
import { lazyWithRetry } from '../../remote/page-routes'
import { RemoteBoundary } from '../../remote/remote-boundary'
import { InSheet } from '../phone/sheet'
import { tableTexts } from './table-texts'

/** Lazy: a calendar is half as large as a list. */
const MomentPicker = lazyWithRetry(async () => ({
  default: (await import('../form/moment-picker')).MomentPicker,
}))

/** The only switch between now and a past moment, see `useAsOf`; it applies to every figure of the screen. */
export function AsOfSwitch() {
  const text = tableTexts.useText()
  const [asOf, choose] = useAsOfSwitch()
  const [open, setOpen] = useState(false)
  const inSheet = use(InSheet) !== undefined
  const button = useRef<HTMLButtonElement>(null)
  const applyMoment = (moment: string) => {
    setOpen(false)
    choose(moment)
    button.current?.focus()
  }
  const panel = (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles keys that bubble from the controls inside
    <div className="kit-as-of" onKeyDown={({ key }) => key === 'Escape' && setOpen(false)}>
      <RemoteBoundary>
        <MomentPicker value={asOf} onChange={applyMoment} placeholder={text('asOf')} aria-label={text('asOf')} />
      </RemoteBoundary>
      {asOf && <Button onClick={() => applyMoment('')}>{text('backToNow')}</Button>}
    </div>
  )
  return (
    <Popover trigger="click" placement="bottomLeft" destroyOnHidden open={open} onOpenChange={setOpen} content={panel}>
      <Button
        ref={button}
        icon={<TimeIcon />}
        className={asOf ? 'kit-as-of-past' : ''}
        aria-expanded={open}
        title={text('asOf')}
        {...(asOf || inSheet ? {} : { 'aria-label': text('asOf') })}
      >
        {/* An empty child would make the button wider than the others. */}
        {asOf ? text('asOfMoment', { time: formatDateTime(asOf) }) : inSheet ? text('asOf') : undefined}
      </Button>
    </Popover>
  )
}
