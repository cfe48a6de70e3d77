import type { Account } from '@cascade/contracts/accounts'
import {
  ActivateIcon,
  AdjustIcon,
  DeactivateIcon,
  DeleteIcon,
  EditIcon,
  LogoutIcon,
  TransferIcon,
} from '@cascade/ui-kit'
import { type RowAction as Button, RowActions } from '@cascade/ui-kit/data'
import type { Level, RowAction } from '../../levels/levels'
import type { Links } from '../../routing/links'
import { accountsTexts } from '../../texts'
import type { AccountCommands } from './use-account-commands'

type Props = {
  account: Account
  level: Level
  links: Links
  commands: AccountCommands
  /** Rows of a details page have addresses of their own shape. */
  below: boolean
}

export function AccountRowActions({ account, level, links, commands, below }: Props) {
  const text = accountsTexts.useText()
  const { _id: id, userStatus } = account
  const { role } = level
  const credit = below ? links.childCredit : links.credit
  const buttons: Record<RowAction, Omit<Button, 'key'>> = {
    edit: {
      label: text('edit'),
      icon: <EditIcon />,
      to: below ? links.childEdit(role, id) : links.edit(role, id),
    },
    credittransfer: {
      label: text('transfer'),
      icon: <TransferIcon />,
      to: credit(role, 'credittransfer', id),
    },
    creditadjust: { label: text('adjust'), icon: <AdjustIcon />, to: credit(role, 'creditadjust', id) },
    toggle: {
      label: text(userStatus ? 'deactivate' : 'activate'),
      icon: userStatus ? <DeactivateIcon /> : <ActivateIcon />,
      onClick: () => commands.toggle(account),
    },
    delete: {
      label: text('delete'),
      icon: <DeleteIcon />,
      danger: true,
      onClick: () => commands.remove(account),
    },
    logout: {
      label: text('logout'),
      icon: <LogoutIcon />,
      onClick: () => commands.logout(account),
    },
  }
  return <RowActions of={account.username} actions={level.actions.map(key => ({ key, ...buttons[key] }))} />
}
