import {
  AdminIcon,
  AreaManagerIcon,
  BackupIcon,
  ClearIcon,
  DashboardIcon,
  GameIcon,
  GiftIcon,
  HistoryIcon,
  LiveIcon,
  LoanIcon,
  LogIcon,
  MailIcon,
  MasterIcon,
  PercentIcon,
  PlayerIcon,
  ReportIcon,
  SuperAreaManagerIcon,
  TeamIcon,
  TimeIcon,
  TransactionsIcon,
  TreeIcon,
  WalletIcon,
} from '@cascade/ui-kit'
import type { ComponentType } from 'react'

/** Icon names for `remote.json`. */
const menuIcons: Readonly<Record<string, ComponentType>> = {
  dashboard: DashboardIcon,
  admin: AdminIcon,
  superareamanager: SuperAreaManagerIcon,
  areamanager: AreaManagerIcon,
  master: MasterIcon,
  player: PlayerIcon,
  tree: TreeIcon,
  gift: GiftIcon,
  loan: LoanIcon,
  otc: WalletIcon,
  time: TimeIcon,
  game: GameIcon,
  percent: PercentIcon,
  live: LiveIcon,
  online: TeamIcon,
  transactions: TransactionsIcon,
  report: ReportIcon,
  history: HistoryIcon,
  log: LogIcon,
  mail: MailIcon,
  backup: BackupIcon,
  clear: ClearIcon,
}

export function MenuIcon({ name }: { name: string | undefined }) {
  const Icon = menuIcons[name ?? ''] ?? ReportIcon
  return <Icon />
}
