// First paint: login, menu and error pages. Everything heavier is in `@cascade/ui-kit/data`.
export {
  Alert,
  Button,
  Dropdown,
  Menu,
  type MenuProps,
  Skeleton,
  Spin,
  Tooltip,
} from 'antd'
export { type ConfirmRequest, useConfirm } from './feedback/confirm-provider'
export { type Notice, type Toasts, useNotice, useToasts } from './feedback/notices'
export { useOutcomeToast, useRemoval } from './feedback/outcome-toasts'
export * from './feedback/states'
export * from './format/actor'
export * from './format/amount-and-status'
export * from './format/format'
export * from './format/moment'
export { momentOfClock, setBusinessZone, useBusinessZone, viewerClock, zoneLabel } from './format/zone'
export * from './i18n/texts'
export * from './icons/icons'
export * from './layout/brand-mark'
export { Card, PageHeader, usePageTitle } from './layout/page'
export * from './layout/use-debounced'
export { useNarrow } from './layout/use-narrow'
export * from './layout/use-return-to-list'
export * from './layout/username-field'
export { Drawer, preloadOverlays } from './overlays/overlays'
export { lazyWithRetry, loadOncePerAttempt, pageRoutes, UnknownAddress, useLoaded } from './remote/page-routes'
export * from './remote/remote-boundary'
export * from './theme/appearance'
export * from './theme/ui-provider'
