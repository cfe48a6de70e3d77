import '@fontsource-variable/inter/wght.css'
import './base.css'
import './print.css'
import { App, ConfigProvider } from 'antd'
import { type ReactNode, useLayoutEffect, useMemo } from 'react'
import { ConfirmProvider } from '../feedback/confirm-provider'
import { useNarrow } from '../layout/use-narrow'
import { antdTheme, fontFamily } from './antd-theme'
import { type Scheme, useScheme } from './appearance'
import { palettes } from './palette'

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

/** Gives our own style sheets the palette that antd got as tokens. */
function paint(scheme: Scheme) {
  const { style, dataset } = document.documentElement
  dataset.scheme = scheme
  style.colorScheme = scheme
  // In the place of what index.html took from the system, before the user's own choice was known.
  style.background = palettes[scheme].page
  style.setProperty('--font', fontFamily)
  for (const [name, color] of Object.entries(palettes[scheme])) {
    style.setProperty(`--${name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`, color)
  }
}
