import { useSession } from '@cascade/web-kit'
import type { FormInstance } from 'antd'
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { keepDraft, takeDraft } from './draft'

/**
 * Keeps what was typed when the session ends under a form, and puts it back when the same user comes back to it.
 * @returns whether something was put back, and how to stop saying so
 */
export function useDraft<V extends object>(form: FormInstance<V>, dirty: RefObject<boolean>) {
  const { pathname } = useLocation()
  const [userId] = useState(() => useSession.getState().user?._id)
  const [isBack, setIsBack] = useState(false)

  useEffect(() => {
    const values = userId === undefined ? undefined : takeDraft(userId, pathname)
    if (!values) return
    form.setFieldsValue(values as Parameters<typeof form.setFieldsValue>[0])
    dirty.current = true
    setIsBack(true)
  }, [form, dirty, userId, pathname])

  // The values are gone with the fields, so they are read before React takes those away.
  useLayoutEffect(
    () => () => {
      const isStillSignedIn = useSession.getState().user?._id === userId
      if (userId !== undefined && dirty.current && !isStillSignedIn) {
        keepDraft(userId, pathname, form.getFieldsValue(true))
      }
    },
    [form, dirty, userId, pathname],
  )
  return { isBack, forget: () => setIsBack(false) }
}
