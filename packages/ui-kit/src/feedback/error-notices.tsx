import { ApiError, messageOf } from '@cascade/web-kit'
import { useEffect } from 'react'
import { useToasts } from './notices'

/** The end of a session and a call that was given up are shown elsewhere; an extension's faults are not ours. */
const isExpected = (error: unknown) =>
  (error instanceof ApiError && error.status === 401) ||
  (error instanceof DOMException && error.name === 'AbortError') ||
  (error instanceof Error && /-extension:\/\//.test(error.stack ?? ''))

/** Says what failed in a handler that catches nothing, e.g. for want of a function that the browser lacks. */
export function ErrorNotices() {
  const toasts = useToasts()
  useEffect(() => {
    const show = (error: unknown) => {
      // Without an error it is a warning of the browser, e.g. of a ResizeObserver.
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
