// First paint: what login, menu and error pages need. Everything heavier is in `@cascade/ui-kit/data`.
export {
  Alert,
  Avatar,
  Button,
  Drawer,
  Dropdown,
  Flex,
  Menu,
  type MenuProps,
  Skeleton,
  Spin,
  Tooltip,
} from 'antd'
export { type ConfirmRequest, useConfirm } from './feedback/confirm-provider'
export { EmptyState, ErrorState, NotAllowedState, NotFoundState, PageSpinner, StateSwitch } from './feedback/states'
export { type Notice, useNotice } from './feedback/use-notice'
export { type Toasts, useToasts } from './feedback/use-toasts'
export { Amount } from './format/amount'
export { formatAge, formatCount, formatDate, formatDateTime, formatPoints, formatTime } from './format/format'
export { StatusBadge, type Tone } from './format/status-badge'
export { commonTexts } from './i18n/common-texts'
export { addTranslation, chooseLanguage, defineTexts, type Texts } from './i18n/texts'
export {
  ActivateIcon,
  AddIcon,
  AdjustIcon,
  AdminIcon,
  AreaManagerIcon,
  BackIcon,
  BackupIcon,
  CalendarIcon,
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
  SuperAreaManagerIcon,
  SystemIcon,
  TeamIcon,
  TimeIcon,
  TransactionsIcon,
  TransferIcon,
  TreeIcon,
  UnfoldIcon,
  ViewIcon,
  WalletIcon,
} from './icons/icons'
export { useDebounced } from './input/use-debounced'
export { Brand, BrandMark } from './layout/brand-mark'
export { Card } from './layout/card'
export { MenuIcon } from './layout/menu-icon'
export { PageHeader } from './layout/page-header'
export { useNarrow } from './layout/use-narrow'
export { usePageTitle } from './layout/use-page-title'
export { UnknownAddress } from './navigation/unknown-address'
export { type ReturnToList, successRead, useReturnToList } from './navigation/use-return-to-list'
export { loadOncePerAttempt, useLoaded } from './remote/attempt'
export { lazyWithRetry } from './remote/lazy-with-retry'
export { pageRoutes } from './remote/page-routes'
export { RemoteBoundary } from './remote/remote-boundary'
export { chooseScheme, type Scheme, type SchemeChoice, useAppearance, useScheme } from './theme/appearance'
export { UiProvider } from './theme/ui-provider'
