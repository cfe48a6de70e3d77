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
export { EmptyState, ErrorState, NotAllowedState, NotFoundState, PageSpinner, StateSwitch } from './feedback/states'
export { formatActor } from './format/actor'
export { Amount, StatusBadge, type Tone } from './format/amount-and-status'
export { formatAge, formatCount, formatDate, formatDateTime, formatPoints, formatTime } from './format/format'
export { Moment } from './format/moment'
export { momentOfClock, setBusinessZone, useBusinessZone, viewerClock, zoneLabel } from './format/zone'
export { addTranslation, chooseLanguage, commonTexts, defineTexts, type Texts } from './i18n/texts'
export {
  ActivateIcon,
  AddIcon,
  AdjustIcon,
  AdminIcon,
  AreaManagerIcon,
  BackIcon,
  BackupIcon,
  ClearIcon,
  ConservationIcon,
  CopyIcon,
  DarkIcon,
  DashboardIcon,
  DeactivateIcon,
  DeleteIcon,
  DownIcon,
  DownloadIcon,
  EditIcon,
  FoldIcon,
  GameIcon,
  GiftIcon,
  HistoryIcon,
  LightIcon,
  LiveIcon,
  LoanIcon,
  LogIcon,
  LogoutIcon,
  MailIcon,
  MasterIcon,
  MenuIconButton,
  OfflineIcon,
  PercentIcon,
  PlayerIcon,
  ReloadIcon,
  ReportIcon,
  RightIcon,
  SaveIcon,
  SearchIcon,
  ShareIcon,
  SuperAreaManagerIcon,
  TeamIcon,
  TimeIcon,
  TransactionsIcon,
  TransferIcon,
  TreeIcon,
  UnfoldIcon,
  ViewIcon,
  WalletIcon,
} from './icons/icons'
export { Brand, BrandMark } from './layout/brand-mark'
export { Card, PageHeader, usePageTitle } from './layout/page'
export { useNarrow } from './layout/use-narrow'
export { type ReturnToList, useReturnToList, waitForSuccessMessage } from './layout/use-return-to-list'
export { UsernameField } from './layout/username-field'
export { Drawer, preloadOverlays } from './overlays/overlays'
export { lazyWithRetry, loadOncePerAttempt, pageRoutes, UnknownAddress, useLoaded } from './remote/page-routes'
export { OverlayBoundary, QuietBoundary, RemoteBoundary } from './remote/remote-boundary'
export { chooseScheme, type Scheme, type SchemeChoice, useAppearance, useScheme } from './theme/appearance'
export { UiProvider } from './theme/ui-provider'
export { useDebounced } from './use-debounced'
