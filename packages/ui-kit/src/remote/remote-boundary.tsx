import { Component, type ReactNode, Suspense } from 'react'
import { ErrorState, PageSpinner } from '../feedback/states'
import { AttemptContext, isLoadFailure } from './page-routes'

type Props = {
  children: ReactNode
  fallback?: (error: unknown, retry: () => void) => ReactNode
  loading?: ReactNode
}

const initialPauseMs = 2_000
const pauseMsMax = 30_000

/** Unique on the page, so that a boundary mounted later also retries failures of an earlier one. */
let attempts = 0

type State = { error: unknown; failed: boolean; attempt: number }

/** Contains load and render errors of its children. Load failures are retried with backoff. */
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

  override componentWillUnmount() {
    clearTimeout(this.timer)
  }

  retry = () => {
    clearTimeout(this.timer)
    this.setState({ error: undefined, failed: false, attempt: ++attempts })
  }

  override render() {
    const { children, fallback, loading } = this.props
    const { error, failed, attempt } = this.state
    if (failed) return fallback?.(error, this.retry) ?? <ErrorState error={error} onRetry={this.retry} />
    return (
      <AttemptContext value={attempt}>
        <Suspense fallback={loading ?? <PageSpinner />}>{children}</Suspense>
      </AttemptContext>
    )
  }
}
