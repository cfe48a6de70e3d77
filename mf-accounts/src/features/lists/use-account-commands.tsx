import { type Account, authTexts, baseOf } from '@cascade/contracts/accounts'
import { type Notice, useConfirm, useNotice } from '@cascade/ui-kit'
import { ApiError, messageOf } from '@cascade/web-kit'
import type { ComponentProps } from 'react'
import type { AccountScope } from '../../shared/api/account-scope'
import { texts } from '../../texts'
import { useDeleteAccount } from './api/use-delete-account'
import { useLogoutPlayer } from './api/use-logout-player'
import { useToggleAccount } from './api/use-toggle-account'
import { Consequence } from './components/consequence'
import { InPlay } from './components/in-play'

export type AccountCommands = {
  toggle: (account: Account) => void
  remove: (account: Account) => void
  logout: (account: Account) => void
  /** Where the result is said, for two seconds. */
  notice: Notice['element']
}

/** What a row can have done to it; each asks before it happens. */
export function useAccountCommands(scope: AccountScope): AccountCommands {
  const text = texts.useText()
  const confirm = useConfirm()
  const notice = useNotice({ place: 'over' })
  const toggling = useToggleAccount(scope)
  const removing = useDeleteAccount(scope)
  const loggingOut = useLogoutPlayer()
  const base = baseOf(scope.role)

  async function run(
    account: Account,
    act: () => Promise<{ message?: string | undefined }>,
    done: string,
    failed: string,
  ) {
    try {
      const { message } = await act()
      notice.show('success', named(message ?? done, account))
    } catch (error) {
      notice.show('error', messageOf(error, failed))
    }
  }

  async function toggle(account: Account) {
    const active = !account.userStatus
    const { username } = account
    const request = active
      ? { title: text('activateTitle'), text: ask('activate', text('activateText', { username }), account) }
      : {
          title: text('deactivateTitle'),
          text: ask('deactivate', text('deactivateText', { username }), account),
          destructive: true,
        }
    if (!(await confirm(request))) return
    await run(account, () => toggling.mutateAsync({ account, active }), text('statusUpdated'), text('statusFailed'))
  }

  async function remove(account: Account) {
    const { _id, username } = account
    const request = {
      title: text('deleteTitle'),
      text: ask('delete', text('deleteText', { username }), account),
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

  /** The specification asks with the words of a delete. */
  async function logout(account: Account) {
    const { _id, username } = account
    const request = {
      title: text('deleteTitle'),
      text: ask('logout', text('deleteText', { username }), account),
      destructive: true,
    }
    if (!(await confirm(request))) return
    await run(account, () => loggingOut.mutateAsync(_id), authTexts.loggedOutPlayer, text('playerLogoutFailed'))
  }

  return {
    toggle: account => void toggle(account),
    remove: account => void remove(account),
    logout: account => void logout(account),
    notice: notice.element,
  }
}

/** The server names an account by its id; people know it by its name. */
const named = (message: string, { _id, username }: Account) => message.replace(_id, username)

const ask = (of: ComponentProps<typeof Consequence>['of'], question: string, account: Account) => (
  <Consequence of={of} question={question} account={account} />
)
