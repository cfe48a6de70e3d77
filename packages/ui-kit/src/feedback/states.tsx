import './states.css'
import { ApiError, messageOf } from '@cascade/web-kit'
import { Button, Spin } from 'antd'
import type { ReactNode } from 'react'
import { commonTexts } from '../i18n/common-texts'
import { EmptyArt, FaultArt, LockArt, LostArt } from './state-art'

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

/** Says what failed, in the server's words where there are any, with Retry and the id to quote. */
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

/** Nothing at this address; `action` is usually a way back. */
export function NotFoundState({ note, action }: { note?: ReactNode; action?: ReactNode }) {
  const text = commonTexts.useText()
  return <State art={<LostArt />} title={text('notFoundTitle')} note={note ?? text('notFoundNote')} action={action} />
}

export function EmptyState({ title, note, action }: { title?: string; note?: ReactNode; action?: ReactNode }) {
  const text = commonTexts.useText()
  return <State art={<EmptyArt />} title={title ?? text('noData')} note={note} action={action} />
}

/** A spinner over the place of a page; `whole` covers the window. */
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
  /** Whether the data counts as nothing. */
  isEmpty?: (data: T) => boolean
  empty?: ReactNode
  loading?: ReactNode
  children: (data: T) => ReactNode
}

/** Shows a query as what it is: loading, failed, not allowed, empty, or its data. */
export function StateSwitch<T>({ query, isEmpty, empty, loading, children }: SwitchProps<T>) {
  if (query.data !== undefined) return isEmpty?.(query.data) ? (empty ?? <EmptyState />) : children(query.data)
  if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  return loading ?? <PageSpinner />
}
