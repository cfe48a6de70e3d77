import '@fontsource-variable/inter/wght.css'
import './fonts.css'
import './base.css'
import './print.css'
import { ConfigProvider, type ThemeConfig, theme } from 'antd'
import { type ReactNode, useLayoutEffect, useMemo } from 'react'
import { ConfirmProvider } from '../feedback/confirm-provider'
import { ErrorNotices } from '../feedback/error-notices'
import { ToastProvider } from '../feedback/notices'
import { useNarrow, useTouch } from '../layout/use-narrow'
import { type Scheme, useScheme } from './appearance'
import { fontFamily, paint } from './paint'
import { palettes } from './palette'

/** Theme, toasts and dialogs of the whole page. Rendered only by the shell and by a standalone remote. */
export function UiProvider({ children }: { children: ReactNode }) {
  const scheme = useScheme()
  const phone = useNarrow(600)
  const touch = useTouch() || phone
  const theme = useMemo(() => antdTheme(scheme, { phone, touch }), [scheme, phone, touch])
  useLayoutEffect(() => paint(scheme), [scheme])
  return (
    <ConfigProvider theme={theme}>
      <ToastProvider>
        <ErrorNotices />
        <ConfirmProvider>{children}</ConfirmProvider>
      </ToastProvider>
    </ConfigProvider>
  )
}

type Options = {
  phone?: boolean
  touch?: boolean
}

function antdTheme(scheme: Scheme, { phone = false, touch = false }: Options = {}): ThemeConfig {
  const colors = palettes[scheme]
  return {
    algorithm: scheme === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm,
    token: {
      colorPrimary: colors.accent,
      colorInfo: colors.accent,
      colorLink: colors.accent,
      colorSuccess: colors.success,
      colorWarning: colors.warning,
      colorError: colors.danger,
      ...softTokens(scheme),
      colorBgLayout: colors.page,
      colorBgContainer: colors.surface,
      colorBgElevated: colors.raised,
      colorBorder: colors.line,
      colorBorderSecondary: colors.line,
      colorText: colors.text,
      colorTextSecondary: colors.muted,
      colorTextDescription: colors.muted,
      // antd's default is too faint, and for some filters the placeholder is the only label.
      colorTextPlaceholder: colors.muted,
      colorTextLightSolid: colors.onAccent,
      fontFamily,
      borderRadius: 8,
      borderRadiusLG: 12,
      controlHeight: touch ? fingerPx : 36,
      ...(touch && { controlHeightSM: fingerPx }),
      wireframe: false,
    },
    components: {
      Button: { primaryShadow: 'none', defaultShadow: 'none', dangerShadow: 'none', fontWeight: 500 },
      Descriptions: { labelColor: colors.muted },
      ...(phone && phoneFields),
      Menu: menuTokens(scheme, touch),
      Table: {
        headerBg: colors.surface,
        headerColor: colors.muted,
        headerSplitColor: 'transparent',
        rowHoverBg: colors.accentSoft,
        cellPaddingBlockSM: 7,
        cellPaddingInlineSM: 12,
      },
      // On a dark page, the sidebar colour would not stand out.
      Tooltip: {
        colorBgSpotlight: scheme === 'dark' ? colors.sidebarActive : colors.sidebar,
        colorTextLightSolid: '#ffffff',
      },
    },
  }
}

const fingerPx = 44

/** Phones zoom into focused fields with a font below 16 px. */
const fieldFontPx = 16
const phoneFields = {
  Input: { inputFontSize: fieldFontPx },
  DatePicker: { inputFontSize: fieldFontPx },
  Select: { fontSize: fieldFontPx },
}

/**
 * Backgrounds of messages and selected options. antd derives its own from light seeds, so they turn grey in the dark
 * scheme.
 */
function softTokens(scheme: Scheme) {
  const { accent, accentSoft, success, warning, danger, surface } = palettes[scheme]
  const soft = (color: string) => tint(color, surface, 0.1)
  const border = (color: string) => tint(color, surface, 0.35)
  return {
    colorPrimaryBg: accentSoft,
    controlItemBgActive: accentSoft,
    controlItemBgActiveHover: accentSoft,
    colorInfoBg: soft(accent),
    colorInfoBorder: border(accent),
    colorSuccessBg: soft(success),
    colorSuccessBorder: border(success),
    colorWarningBg: soft(warning),
    colorWarningBorder: border(warning),
    colorErrorBg: soft(danger),
    colorErrorBorder: border(danger),
  }
}

/** The sidebar is dark in both schemes. */
function menuTokens(scheme: Scheme, touch: boolean) {
  const colors = palettes[scheme]
  return {
    itemBg: 'transparent',
    subMenuItemBg: 'transparent',
    popupBg: colors.sidebar,
    itemColor: colors.sidebarText,
    itemHoverColor: '#ffffff',
    itemHoverBg: colors.sidebarActive,
    itemSelectedColor: '#ffffff',
    itemSelectedBg: colors.sidebarActive,
    subMenuItemSelectedColor: '#ffffff',
    groupTitleColor: colors.sidebarText,
    groupTitleFontSize: 11,
    itemHeight: touch ? fingerPx : 36,
    itemMarginBlock: 2,
    itemMarginInline: 10,
    iconSize: 15,
    activeBarBorderWidth: 0,
  }
}

/** Mixes `color` into `surface`, both `#rrggbb`; `share` is from 0 to 1. */
function tint(color: string, surface: string, share: number): string {
  const mixed = channels(color).map((value, index) => value * share + (channels(surface)[index] ?? 0) * (1 - share))
  return `#${mixed.map(value => Math.round(value).toString(16).padStart(2, '0')).join('')}`
}

const channels = (hex: string) => [1, 3, 5].map(at => Number.parseInt(hex.slice(at, at + 2), 16))
