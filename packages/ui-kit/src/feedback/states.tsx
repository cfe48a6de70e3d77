import './feedback.css'
import { ApiError, messageOf } from '@cascade/web-kit'
import { Button, Spin } from 'antd'
import type { ReactNode } from 'react'
import { commonTexts } from '../i18n/texts'

type StateProps = {
  art: ReactNode
  title: string
  note?: ReactNode
  requestId?: string
  action?: ReactNode
  tone?: 'danger'
}

function State({ art, title, note, requestId, action, tone }: StateProps) {
  const text = commonTexts.useText()
  return (
    <div className="kit-state" data-tone={tone} role={tone === 'danger' ? 'alert' : undefined}>
      <div className="kit-state-art">{art}</div>
      <h2>{title}</h2>
      {note && <p>{note}</p>}
      {requestId && <span className="kit-state-id">{text('requestId', { id: requestId })}</span>}
      {action && <div className="kit-state-actions">{action}</div>}
    </div>
  )
}

type ErrorStateProps = { error: unknown; title?: string; note?: ReactNode; onRetry?: () => void }

/** Error message, the server's own if there is one, with Retry and the request id. */
export function ErrorState({ error, title, note, onRetry }: ErrorStateProps) {
  const text = commonTexts.useText()
  if (error instanceof ApiError && error.status === 403) return <NotAllowedState note={error.message} />
  if (error instanceof ApiError && error.status === 404) return <NotFoundState note={error.message} />
  const requestId = error instanceof ApiError ? error.requestId : undefined
  return (
    <State
      art={<FaultArt />}
      tone="danger"
      title={title ?? text('failedTitle')}
      note={note ?? messageOf(error)}
      requestId={requestId}
      action={onRetry && <Button onClick={onRetry}>{text('retry')}</Button>}
    />
  )
}

export function NotAllowedState({ note }: { note?: ReactNode }) {
  const text = commonTexts.useText()
  return <State art={<LockArt />} title={text('notAllowedTitle')} note={note ?? text('notAllowedNote')} />
}

/** Nothing at this address; `action` is usually a link back. */
export function NotFoundState({ note, action }: { note?: ReactNode; action?: ReactNode }) {
  const text = commonTexts.useText()
  return <State art={<LostArt />} title={text('notFoundTitle')} note={note ?? text('notFoundNote')} action={action} />
}

export function EmptyState({ title, note, action }: { title?: string; note?: ReactNode; action?: ReactNode }) {
  const text = commonTexts.useText()
  return <State art={<EmptyArt />} title={title ?? text('noData')} note={note} action={action} />
}

/** Spinner in place of a page; `whole` covers the window. */
export function PageSpinner({ whole = false }: { whole?: boolean }) {
  const text = commonTexts.useText()
  return (
    <div className="kit-page-spinner" data-whole={whole || undefined} role="status" aria-label={text('loading')}>
      <Spin size="large" />
    </div>
  )
}

type SwitchProps<T> = {
  query: { data: T | undefined; error: unknown; refetch: () => unknown }
  isEmpty?: (data: T) => boolean
  empty?: ReactNode
  loading?: ReactNode
  children: (data: T) => ReactNode
}

/** Renders a query by its state: loading, failed, not allowed, empty, or its data. */
export function StateSwitch<T>({ query, isEmpty, empty, loading, children }: SwitchProps<T>) {
  if (query.data !== undefined) return isEmpty?.(query.data) ? (empty ?? <EmptyState />) : children(query.data)
  if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  return loading ?? <PageSpinner />
}

function Art({ children }: { children: ReactNode }) {
  return (
    <svg
      width="64"
      height="64"
      viewBox="0 0 64 64"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.4"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {children}
    </svg>
  )
}

const EmptyArt = () => (
  <Art>
    <path d="M12 30c2 14 9 20 20 20s18-6 20-20" />
    <path d="M8 30h48" />
    <path d="M24 20h16M28 13h8" opacity=".45" />
  </Art>
)

const FaultArt = () => (
  <Art>
    <path d="M10 16h18a8 8 0 0 1 8 8v6" />
    <path d="M36 40v8" opacity=".45" />
    <path d="M29 35l6-4 5 5 6-4" />
    <path d="M22 52h28" opacity=".45" />
  </Art>
)

const LockArt = () => (
  <Art>
    <rect x="16" y="28" width="32" height="24" rx="6" />
    <path d="M23 28v-6a9 9 0 0 1 18 0v6" />
    <path d="M32 37v6" />
  </Art>
)

const LostArt = () => (
  <Art>
    <circle cx="32" cy="32" r="20" />
    <path d="M38 26l-4 8-8 4 4-8z" />
    <path d="M32 7v5M32 52v5M7 32h5M52 32h5" opacity=".45" />
  </Art>
)
