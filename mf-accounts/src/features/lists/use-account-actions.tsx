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
import type { RowAction as Button } from '@cascade/ui-kit/data'
import { useAddress } from '@cascade/web-kit'
import type { Level, RowAction } from '../../levels/levels'
import { paths } from '../../paths'
import { type OverState, type Under, useUnder } from '../../routing/use-under'
import { texts } from '../../texts'
import type { AccountCommands } from './use-account-commands'

type Options = {
  level: Level
  commands: AccountCommands
  /** Rows of a details page have addresses of their own shape. */
  below: boolean
  /** The page that stays in view below a form of credit. */
  under: Under
}

/** What can be done with an account of a level, in the order of the specification. */
export function useAccountActions({ level, commands, below, under }: Options) {
  const text = texts.useText()
  const address = useAddress()
  const state: OverState = { under }
  // One form of credit lies over the list at a time: the next takes its place, and Back closes it.
  const isOver = useUnder().under !== undefined
  return (account: Account): readonly Button[] => {
    const { _id: id, userStatus } = account
    const place = { level: level.role, id }
    const credit = (action: 'credittransfer' | 'creditadjust') => ({
      to: address(below ? paths.childCredit : paths.credit, { ...place, action }),
      state,
      replace: isOver,
    })
    const buttons: Record<RowAction, Omit<Button, 'key'>> = {
      edit: {
        label: text('edit'),
        icon: <EditIcon />,
        shortcut: 'e',
        to: address(below ? paths.childEdit : paths.edit, place),
      },
      credittransfer: { label: text('transfer'), icon: <TransferIcon />, shortcut: 't', ...credit('credittransfer') },
      creditadjust: { label: text('adjust'), icon: <AdjustIcon />, shortcut: 'b', ...credit('creditadjust') },
      toggle: {
        label: text(userStatus ? 'deactivate' : 'activate'),
        icon: userStatus ? <DeactivateIcon /> : <ActivateIcon />,
        onClick: () => commands.toggle(account),
        apart: true,
      },
      delete: {
        label: text('delete'),
        icon: <DeleteIcon />,
        danger: true,
        onClick: () => commands.remove(account),
        apart: true,
      },
      logout: {
        label: text('logout'),
        icon: <LogoutIcon />,
        onClick: () => commands.logout(account),
        apart: true,
      },
    }
    return level.actions.map(key => ({ key, ...buttons[key] }))
  }
}
