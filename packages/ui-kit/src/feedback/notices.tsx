import './feedback.css'
import { waitingText } from '@cascade/contracts'
import { useAddress } from '@cascade/web-kit'
import { Alert, message } from 'antd'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { commonTexts } from '../i18n/texts'

type Kind = 'success' | 'error'
export type Notice = {
  show: (kind: Kind, text: string) => void
  clear: () => void
  /** Render it where the message belongs; undefined without a message. */
  element: ReactNode
}

type Options = {
  durationMs?: number
  /** `over` overlays the top of the page: it shifts nothing and is visible at any scroll position. */
  place?: 'inside' | 'over'
}

type Message = { kind: Kind; text: string }

/** A message of the page that disappears after `durationMs`; that of a call which waits for a second person stays. */
export function useNotice({ durationMs = 2000, place = 'inside' }: Options = {}): Notice {
  const [message, setMessage] = useState<Message>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const clear = useCallback(() => {
    clearTimeout(timer.current)
    setMessage(undefined)
  }, [])
  const show = useCallback(
    (kind: Kind, text: string) => {
      clearTimeout(timer.current)
      setMessage({ kind, text })
      if (text === waitingText) return
      timer.current = setTimeout(() => setMessage(undefined), durationMs)
    },
    [durationMs],
  )
  return useMemo(
    () => ({ show, clear, element: message && renderNotice(message, place) }),
    [show, clear, message, place],
  )
}

function renderNotice({ kind, text }: Message, place: Options['place']) {
  if (text === waitingText) return <WaitingNotice place={place} />
  return (
    <Alert
      className="kit-notice"
      data-place={place}
      type={kind}
      title={text}
      showIcon
      role={kind === 'error' ? 'alert' : 'status'}
    />
  )
}

function WaitingNotice({ place }: Pick<Options, 'place'>) {
  const text = commonTexts.useText()
  const address = useAddress()
  const link = <Link to={address('approvals')}>{text('showApprovals')}</Link>
  return (
    <Alert
      className="kit-notice"
      data-place={place}
      type="info"
      title={waitingText}
      action={link}
      showIcon
      role="status"
    />
  )
}

export type Toasts = {
  success: (text: string) => void
  error: (text: string) => void
  info: (text: string) => void
}

const ToastContext = createContext<Toasts | undefined>(undefined)

const waitingSeconds = 4

/** Less than antd's `App`, which includes dialogs and notifications. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [messages, holder] = message.useMessage({ top: 20, duration: 1.5, maxCount: 3 })
  const toasts = useMemo<Toasts>(
    () => ({
      success: text => void (text === waitingText ? messages.info(text, waitingSeconds) : messages.success(text)),
      error: text => void messages.error(text),
      info: text => void messages.info(text),
    }),
    [messages],
  )
  return (
    <ToastContext value={toasts}>
      <div className="kit-app">
        {holder}
        {children}
      </div>
    </ToastContext>
  )
}

/** Short messages at the top centre, for 1.5 s. */
export function useToasts(): Toasts {
  const toasts = useContext(ToastContext)
  if (!toasts) throw new Error('useToasts needs UiProvider')
  return toasts
}
