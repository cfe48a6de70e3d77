import { useEffect } from 'react'
import { useBlocker } from 'react-router-dom'
import { useConfirm } from '../../feedback/confirm-provider'
import { commonTexts } from '../../i18n/common-texts'

/** Asks before typed text is lost: on navigation with our dialog, on closing the tab with the browser's own. */
export function useLeaveGuard(isDirty: () => boolean): void {
  const confirm = useConfirm()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty() && currentLocation.pathname !== nextLocation.pathname,
  )

  useEffect(() => {
    if (blocker.state !== 'blocked') return
    const { text } = commonTexts
    const request = {
      title: text('leaveTitle'),
      text: text('leaveText'),
      destructive: true,
      confirmLabel: text('leave'),
      cancelLabel: text('stay'),
    }
    void confirm(request).then(leave => (leave ? blocker.proceed() : blocker.reset()))
  }, [blocker, confirm])

  useEffect(() => {
    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      if (isDirty()) event.preventDefault()
    }
    window.addEventListener('beforeunload', onBeforeUnload)
    return () => window.removeEventListener('beforeunload', onBeforeUnload)
  }, [isDirty])
}
