import { serverNow, tabStore, useSession } from '@cascade/web-kit'
import type { FormInstance } from 'antd'
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import { useBlocker, useLocation } from 'react-router-dom'
import { useConfirm } from '../../feedback/confirm-provider'
import { commonTexts } from '../../i18n/texts'

type Draft = { userId: string; pathname: string; at: number; values: Record<string, unknown> }

/** One draft per tab: the next interrupted form replaces it. */
const draftKey = 'form-draft'
const draftMsMax = 12 * 60 * 60_000
const secretNames = /password|^pin$/i

function storeDraft(userId: string, pathname: string, values: object, now = serverNow()): void {
  const storable = Object.fromEntries(
    Object.entries(values).filter(([name, value]) => !secretNames.test(name) && value !== undefined && isPlain(value)),
  )
  const draft: Draft = { userId, pathname, at: now, values: storable }
  tabStore.setItem(draftKey, JSON.stringify(draft))
}

/** Returns and removes this user's draft for this address. Another user's draft is deleted. */
function takeDraft(userId: string, pathname: string, now = serverNow()): Record<string, unknown> | undefined {
  const stored = tabStore.getItem(draftKey)
  if (stored === null) return undefined
  // Only written by `storeDraft` in this tab.
  const draft = JSON.parse(stored) as Draft
  const isOwn = draft.userId === userId
  if (isOwn && draft.pathname !== pathname) return undefined
  tabStore.removeItem(draftKey)
  return isOwn && now - draft.at < draftMsMax ? draft.values : undefined
}

/** Picker dates and files do not survive JSON. */
function isPlain(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isPlain)
  return value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

/**
 * Stores the values when the session ends under a form, and restores them when the same user returns to it.
 * @returns whether values were restored, and how to dismiss that message
 */
export function useDraft<V extends object>(form: FormInstance<V>, dirty: RefObject<boolean>) {
  const { pathname } = useLocation()
  const [userId] = useState(() => useSession.getState().user?._id)
  const [isRestored, setIsRestored] = useState(false)

  useEffect(() => {
    const values = userId === undefined ? undefined : takeDraft(userId, pathname)
    if (!values) return
    form.setFieldsValue(values as Parameters<typeof form.setFieldsValue>[0])
    dirty.current = true
    setIsRestored(true)
  }, [form, dirty, userId, pathname])

  // A layout effect: the values disappear with the fields.
  useLayoutEffect(
    () => () => {
      const isStillSignedIn = useSession.getState().user?._id === userId
      if (userId !== undefined && dirty.current && !isStillSignedIn) {
        storeDraft(userId, pathname, form.getFieldsValue(true))
      }
    },
    [form, dirty, userId, pathname],
  )
  return { isRestored, forget: () => setIsRestored(false) }
}

/** Asks before unsaved text is lost: with our dialog on navigation, with the browser's own when the tab closes. */
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
