import { App } from 'antd'
import { useMemo } from 'react'

export type Toasts = {
  success: (text: string) => void
  error: (text: string) => void
  info: (text: string) => void
}

/** Short messages at the top centre, gone after 1.5 s. */
export function useToasts(): Toasts {
  const { message } = App.useApp()
  return useMemo(
    () => ({
      success: text => void message.success(text),
      error: text => void message.error(text),
      info: text => void message.info(text),
    }),
    [message],
  )
}
