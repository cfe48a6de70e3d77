import { ApiError, messageOf } from '@cascade/web-kit'
import { useEffect } from 'react'
import { useToasts } from './notices'

/** Ended sessions and aborted calls are shown elsewhere; errors of browser extensions are not ours. */
const isExpected = (error: unknown) =>
  (error instanceof ApiError && error.status === 401) ||
  (error instanceof DOMException && error.name === 'AbortError') ||
  (error instanceof Error && /-extension:\/\//.test(error.stack ?? ''))

/** Shows uncaught errors, e.g. of a function that the browser lacks. */
export function ErrorNotices() {
  const toasts = useToasts()
  useEffect(() => {
    const show = (error: unknown) => {
      // Events without an error are browser warnings, e.g. of a ResizeObserver.
      if (error && !isExpected(error)) toasts.error(messageOf(error))
    }
    const onError = ({ error }: ErrorEvent) => show(error)
    const onRejection = ({ reason }: PromiseRejectionEvent) => show(reason)
    window.addEventListener('error', onError)
    window.addEventListener('unhandledrejection', onRejection)
    return () => {
      window.removeEventListener('error', onError)
      window.removeEventListener('unhandledrejection', onRejection)
    }
  }, [toasts])
  return null
}
