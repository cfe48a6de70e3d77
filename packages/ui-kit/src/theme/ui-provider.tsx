import '@fontsource-variable/inter/wght.css'
import './base.css'
import './print.css'
import { App, ConfigProvider } from 'antd'
import { type ReactNode, useLayoutEffect, useMemo } from 'react'
import { ConfirmProvider } from '../feedback/confirm-provider'
import { useNarrow } from '../layout/use-narrow'
import { antdTheme } from './antd-theme'
import { useScheme } from './appearance'
import { paint } from './paint'

/** Theme, toasts and dialogs of the whole page. Only the shell (and a remote that stands alone) renders it. */
export function UiProvider({ children }: { children: ReactNode }) {
  const scheme = useScheme()
  const phone = useNarrow(600)
  const theme = useMemo(() => antdTheme(scheme, { phone }), [scheme, phone])
  useLayoutEffect(() => paint(scheme), [scheme])
  return (
    <ConfigProvider theme={theme}>
      <App message={{ top: 20, duration: 1.5, maxCount: 3 }}>
        <ConfirmProvider>{children}</ConfirmProvider>
      </App>
    </ConfigProvider>
  )
}
