import { type Account, authTexts, levelOf, sessionApi } from '@cascade/contracts/accounts'
import {
  ActivateIcon,
  AdjustIcon,
  DeactivateIcon,
  DeleteIcon,
  EditIcon,
  GameIcon,
  LogoutIcon,
  TransferIcon,
  useConfirm,
  useNotice,
} from '@cascade/ui-kit'
import type { RowAction as Button } from '@cascade/ui-kit/data'
import { type ActionProps, ApiError, type Extension, messageOf, useAddress, useExtensions } from '@cascade/web-kit'
import { type ComponentProps, type ReactNode, useState } from 'react'
import type { AccountAction, Level } from '../levels'
import { type Background, type DrawerState, paths, useBackground } from '../paths'
import { type AccountScope, accountCall } from '../shared/calls'
import { texts } from '../texts'
import { useDeleteAccount, useLogoutPlayer, useToggleAccount } from './calls'
import { Consequence, InPlay } from './consequence'

type Options = {
  level: Level
  commands: AccountCommands
  /** Rows of a details page have their own routes. */
  below: boolean
  background: Background
}

/** Row actions of a level, in the order of the specification. */
export function useAccountActions({ level, commands, below, background }: Options) {
  const text = texts.useText()
  const address = useAddress()
  const state: DrawerState = { background }
  // One credit drawer at a time: the next replaces it, and Back closes it.
  const isDrawer = useBackground().background !== undefined
  const extensions = useExtensions('accountActions')
  const scope = below ? { role: level.role, parentId: '' } : { role: level.role }
  const callOf = (name: Parameters<typeof accountCall>[1]) => accountCall(scope, name).endpoint
  return (account: Account): readonly Button[] => {
    const { _id: id, userStatus } = account
    const target = { level: level.role, id }
    const credit = (action: 'credittransfer' | 'creditadjust') => ({
      to: address(below ? paths.childCredit : paths.credit, { ...target, action }),
      state,
      replace: isDrawer,
      call: callOf(action === 'credittransfer' ? 'transfer' : 'adjust'),
    })
    const buttons: Record<AccountAction, Omit<Button, 'key'>> = {
      edit: {
        label: text('edit'),
        icon: <EditIcon />,
        shortcut: 'e',
        to: address(below ? paths.childEdit : paths.edit, target),
        call: callOf('update'),
      },
      credittransfer: { label: text('transfer'), icon: <TransferIcon />, shortcut: 't', ...credit('credittransfer') },
      creditadjust: { label: text('adjust'), icon: <AdjustIcon />, shortcut: 'b', ...credit('creditadjust') },
      toggle: {
        label: text(userStatus ? 'deactivate' : 'activate'),
        icon: userStatus ? <DeactivateIcon /> : <ActivateIcon />,
        onClick: () => commands.toggle(account),
        call: callOf('toggle'),
        inMenu: true,
      },
      delete: {
        label: text('delete'),
        icon: <DeleteIcon />,
        danger: true,
        onClick: () => commands.remove(account),
        call: callOf('remove'),
        inMenu: true,
      },
      logout: {
        label: text('logout'),
        icon: <LogoutIcon />,
        onClick: () => commands.logout(account),
        call: sessionApi.playerLogout,
        inMenu: true,
      },
    }
    return [
      ...level.actions.map(key => ({ key, ...buttons[key] })),
      ...extensions.map(extension => ({
        key: extension.key,
        label: extension.label,
        icon: <GameIcon />,
        onClick: () => commands.choose(extension, account),
        inMenu: true,
      })),
    ]
  }
}

type AccountCommands = {
  toggle: (account: Account) => void
  remove: (account: Account) => void
  logout: (account: Account) => void
  choose: (extension: Chosen['extension'], account: Account) => void
  /** Result message, shown for two seconds, and the action of another remote that was chosen. */
  notice: ReactNode
}

type Chosen = { extension: Extension<ActionProps>; account: Account }

/** Row commands; each asks for confirmation. */
export function useAccountCommands(scope: AccountScope): AccountCommands {
  const text = texts.useText()
  const confirm = useConfirm()
  const notice = useNotice({ place: 'over' })
  const toggling = useToggleAccount(scope)
  const removing = useDeleteAccount(scope)
  const loggingOut = useLogoutPlayer()
  const base = levelOf(scope.role)
  const [chosen, setChosen] = useState<Chosen>()

  async function run(
    account: Account,
    act: () => Promise<{ message?: string | undefined }>,
    done: string,
    failed: string,
  ) {
    try {
      const { message } = await act()
      notice.show('success', withUsername(message ?? done, account))
    } catch (error) {
      notice.show('error', messageOf(error, failed))
    }
  }

  async function toggle(account: Account) {
    const active = !account.userStatus
    const { username } = account
    const request = active
      ? {
          title: text('activateTitle'),
          text: buildConfirmText('activate', text('activateText', { username }), account),
        }
      : {
          title: text('deactivateTitle'),
          text: buildConfirmText('deactivate', text('deactivateText', { username }), account),
          destructive: true,
        }
    if (!(await confirm(request))) return
    await run(account, () => toggling.mutateAsync({ account, active }), text('statusUpdated'), text('statusFailed'))
  }

  async function remove(account: Account) {
    const { _id, username } = account
    const request = {
      title: text('deleteTitle'),
      text: buildConfirmText('delete', text('deleteText', { username }), account),
      destructive: true,
    }
    if (!(await confirm(request))) return
    const done = scope.parentId === undefined ? base.deleted : base.childDeleted
    const act = async () => {
      try {
        return await removing.mutateAsync({ id: _id, settle: false })
      } catch (error) {
        const open = error instanceof ApiError && 'tickets' in error.errors ? error : undefined
        if (!open) throw error
        const question = <InPlay question={request.text} message={open.message} open={open.errors} />
        if (!(await confirm({ ...request, text: question, confirmLabel: text('settleAndDelete') }))) throw error
        return await removing.mutateAsync({ id: _id, settle: true })
      }
    }
    await run(account, act, done, base.deleteFailed)
  }

  /** The specification uses the texts of a deletion here. */
  async function logout(account: Account) {
    const { _id, username } = account
    const request = {
      title: text('deleteTitle'),
      text: buildConfirmText('logout', text('deleteText', { username }), account),
      destructive: true,
    }
    if (!(await confirm(request))) return
    await run(account, () => loggingOut.mutateAsync(_id), authTexts.loggedOutPlayer, text('playerLogoutFailed'))
  }

  return {
    toggle: account => void toggle(account),
    remove: account => void remove(account),
    logout: account => void logout(account),
    choose: (extension, account) => setChosen({ extension, account }),
    notice: (
      <>
        {notice.element}
        {chosen && (
          <chosen.extension.Component
            key={`${chosen.extension.key} ${chosen.account._id}`}
            account={chosen.account}
            onDone={() => setChosen(undefined)}
          />
        )}
      </>
    ),
  }
}

/** Replaces the account id in a server message with the username. */
const withUsername = (message: string, { _id, username }: Account) => message.replace(_id, username)

const buildConfirmText = (of: ComponentProps<typeof Consequence>['of'], question: string, account: Account) => (
  <Consequence of={of} question={question} account={account} />
)
