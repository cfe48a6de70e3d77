import { Component, type ReactNode, Suspense, useEffect } from 'react'
import { useToasts } from '../feedback/notices'
import { ErrorState, PageSpinner } from '../feedback/states'
import { commonTexts } from '../i18n/texts'
import { AttemptContext, isLoadFailure } from './page-routes'

type Props = {
  children: ReactNode
  /** Default: the error with Retry. */
  fallback?: (error: unknown, retry: () => void) => ReactNode
  /** Default: a spinner in place of a page. */
  loading?: ReactNode
}

const initialPauseMs = 2_000
const pauseMsMax = 30_000

/** Unique on the page, so that a boundary mounted later also retries failures of an earlier one. */
let attempts = 0

type State = { error: unknown; failed: boolean; attempt: number }

/**
 * Contains load and render errors of its children. Load failures are retried with backoff, and every failure as soon as
 * the browser is online again.
 */
export class RemoteBoundary extends Component<Props, State> {
  override state: State = { error: undefined, failed: false, attempt: ++attempts }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error, failed: true }
  }

  private timer: ReturnType<typeof setTimeout> | undefined
  private failures = 0

  override componentDidCatch(error: unknown) {
    if (!isLoadFailure(error)) return
    this.timer = setTimeout(this.retry, Math.min(initialPauseMs * 2 ** this.failures++, pauseMsMax))
  }

  override componentDidMount() {
    window.addEventListener('online', this.retryFailed)
  }

  override componentWillUnmount() {
    window.removeEventListener('online', this.retryFailed)
    clearTimeout(this.timer)
  }

  private retryFailed = () => {
    if (this.state.failed) this.retry()
  }

  retry = () => {
    clearTimeout(this.timer)
    this.setState({ error: undefined, failed: false, attempt: ++attempts })
  }

  override render() {
    const { children, fallback = showError, loading = <PageSpinner /> } = this.props
    const { error, failed, attempt } = this.state
    if (failed) return fallback(error, this.retry)
    return (
      <AttemptContext value={attempt}>
        <Suspense fallback={loading}>{children}</Suspense>
      </AttemptContext>
    )
  }
}

const showError = (error: unknown, retry: () => void) => <ErrorState error={error} onRetry={retry} />

/** For what nobody has asked for: absent until it is loaded, and when it fails. */
export const QuietBoundary = ({ children }: Pick<Props, 'children'>) => (
  <RemoteBoundary loading={null} fallback={() => null}>
    {children}
  </RemoteBoundary>
)

type OverlayProps = Omit<Props, 'fallback'> & { close: () => void }

/** For what a user opens over the page: a failure is reported and closes it, so that the next opening retries. */
export const OverlayBoundary = ({ close, ...props }: OverlayProps) => (
  <RemoteBoundary
    loading={null}
    fallback={(_error, retry) => <OverlayFailure close={close} retry={retry} />}
    {...props}
  />
)

function OverlayFailure({ close, retry }: { close: () => void; retry: () => void }) {
  const toasts = useToasts()
  useEffect(() => {
    toasts.error(commonTexts.text('failedTitle'))
    close()
    retry()
  }, [toasts, close, retry])
  return null
}
