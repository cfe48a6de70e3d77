import { type ThemeConfig, theme } from 'antd'
import type { Scheme } from './appearance'
import { fontFamily } from './paint'
import { palettes } from './palette'
import { tint } from './tint'

type Options = {
  /** For fingers on a small screen. */
  phone?: boolean
}

/** antd's tokens of one scheme. */
export function antdTheme(scheme: Scheme, { phone = false }: Options = {}): ThemeConfig {
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
      // antd's own is a quarter of black, and for some filters the only label.
      colorTextPlaceholder: colors.muted,
      colorTextLightSolid: colors.onAccent,
      fontFamily,
      borderRadius: 8,
      borderRadiusLG: 12,
      controlHeight: 36,
      wireframe: false,
    },
    components: {
      Button: { primaryShadow: 'none', defaultShadow: 'none', dangerShadow: 'none', fontWeight: 500 },
      Descriptions: { labelColor: colors.muted },
      ...(phone && phoneFields),
      Menu: menuTokens(scheme),
      Table: {
        headerBg: colors.surface,
        headerColor: colors.muted,
        headerSplitColor: 'transparent',
        rowHoverBg: colors.accentSoft,
        cellPaddingBlockSM: 7,
        cellPaddingInlineSM: 12,
      },
      Tooltip: { colorBgSpotlight: colors.sidebar, colorTextLightSolid: '#ffffff' },
    },
  }
}

/** Below 16 px a phone zooms into the field that takes the focus. */
const fieldFontPx = 16
const phoneFields = {
  Input: { inputFontSize: fieldFontPx },
  DatePicker: { inputFontSize: fieldFontPx },
  Select: { fontSize: fieldFontPx },
}

/** Behind messages and chosen options. antd's own are derived from light seeds and come out grey from our dark ones. */
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

/** The sidebar is dark in both schemes: the frame stays calm when the work area changes. */
function menuTokens(scheme: Scheme) {
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
    itemHeight: 36,
    itemMarginBlock: 2,
    itemMarginInline: 10,
    iconSize: 15,
    activeBarBorderWidth: 0,
  }
}
