import type { ComponentType } from 'react'
import * as icons from '../icons/icons'

/** Names that a `remote.json` may use for the icon of a menu entry. */
const menuIcons: Readonly<Record<string, ComponentType>> = {
  dashboard: icons.DashboardIcon,
  admin: icons.AdminIcon,
  superareamanager: icons.SuperAreaManagerIcon,
  areamanager: icons.AreaManagerIcon,
  master: icons.MasterIcon,
  player: icons.PlayerIcon,
  tree: icons.TreeIcon,
  gift: icons.GiftIcon,
  loan: icons.LoanIcon,
  otc: icons.WalletIcon,
  time: icons.TimeIcon,
  game: icons.GameIcon,
  percent: icons.PercentIcon,
  live: icons.LiveIcon,
  online: icons.TeamIcon,
  transactions: icons.TransactionsIcon,
  report: icons.ReportIcon,
  history: icons.HistoryIcon,
  log: icons.LogIcon,
  mail: icons.MailIcon,
  backup: icons.BackupIcon,
  clear: icons.ClearIcon,
}

/** The icon of a menu entry; an unknown name gets the plain one. */
export function MenuIcon({ name }: { name: string | undefined }) {
  const Icon = menuIcons[name ?? ''] ?? icons.ReportIcon
  return <Icon />
}
