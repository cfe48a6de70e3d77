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
import { useAddress } from '@cascade/web-kit'
import type { Level, RowAction } from '../../../levels/levels'
import { paths } from '../../../paths'
import { texts } from '../../../texts'
import type { AccountCommands } from '../use-account-commands'

type Props = {
  account: Account
  level: Level
  commands: AccountCommands
  /** Rows of a details page have addresses of their own shape. */
  below: boolean
}

export function AccountRowActions({ account, level, commands, below }: Props) {
  const text = texts.useText()
  const { _id: id, userStatus } = account
  const address = useAddress()
  const place = { level: level.role, id }
  const credit = (action: 'credittransfer' | 'creditadjust') =>
    address(below ? paths.childCredit : paths.credit, { ...place, action })
  const buttons: Record<RowAction, Omit<Button, 'key'>> = {
    edit: {
      label: text('edit'),
      icon: <EditIcon />,
      to: address(below ? paths.childEdit : paths.edit, place),
    },
    credittransfer: {
      label: text('transfer'),
      icon: <TransferIcon />,
      to: credit('credittransfer'),
    },
    creditadjust: { label: text('adjust'), icon: <AdjustIcon />, to: credit('creditadjust') },
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
