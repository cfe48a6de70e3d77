import type { AccountRole } from '@cascade/contracts'
import { type Account, accountApi } from '@cascade/contracts/accounts'
import { ActivateIcon, useConfirm, useNotice } from '@cascade/ui-kit'
import type { RowAction } from '@cascade/ui-kit/data'
import { messageOf, serverNow } from '@cascade/web-kit'
import { texts } from '../texts'
import { useRestoreAccount } from './calls'

/** The only action on a deleted account, as long as it can be restored. */
export function useRestoreAction(role: AccountRole) {
  const text = texts.useText()
  const confirm = useConfirm()
  const notice = useNotice({ place: 'over' })
  const restoring = useRestoreAccount(role)

  async function restore({ _id, username }: Account) {
    if (!(await confirm({ title: text('restoreTitle'), text: text('restoreText', { username }) }))) return
    try {
      const { message } = await restoring.mutateAsync(_id)
      notice.show('success', message ?? text('restored', { username }))
    } catch (error) {
      notice.show('error', messageOf(error))
    }
  }

  return {
    notice: notice.element,
    actionsOf: (account: Account): readonly RowAction[] =>
      account.deletion && Date.parse(account.deletion.restorableUntil) > serverNow()
        ? [
            {
              key: 'restore',
              label: text('restore'),
              icon: <ActivateIcon />,
              onClick: () => void restore(account),
              call: accountApi[role].restore,
            },
          ]
        : [],
  }
}
