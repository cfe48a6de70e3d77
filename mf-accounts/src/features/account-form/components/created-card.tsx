import type { CreatedAccount } from '@cascade/contracts/accounts'
import { Alert, useConfirm, useToasts } from '@cascade/ui-kit'
import { Descriptions } from '@cascade/ui-kit/forms'
import { useCallback } from 'react'
import { copyText } from '../../../shared/copy-text'
import { texts } from '../../../texts'

/**
 * Shows what a create generated, in the page's own dialog: it stays open above whatever page comes next, until it is
 * closed.
 */
export function useShowCreated(): (account: CreatedAccount) => void {
  const text = texts.useText()
  const toasts = useToasts()
  const ask = useConfirm()
  return useCallback(
    account => {
      const show = async () => {
        const request = {
          title: text('createdTitle'),
          text: <CreatedCard account={account} />,
          confirmLabel: text('copyAndClose'),
          cancelLabel: text('close'),
        }
        if (!(await ask(request))) return
        const copied = await copyText(plainText(account, text('username'), text('pin')))
        if (copied) toasts.success(text('copied'))
        else toasts.error(text('copyFailed'))
      }
      void show()
    },
    [ask, text, toasts],
  )
}

const plainText = ({ username, pin }: CreatedAccount, usernameLabel: string, pinLabel: string) =>
  [`${usernameLabel}: ${username}`, ...(pin === undefined ? [] : [`${pinLabel}: ${pin}`])].join('\n')

function CreatedCard({ account: { username, uniqueId, pin } }: { account: CreatedAccount }) {
  const text = texts.useText()
  const items = [
    { key: 'username', label: text('username'), children: <strong>{username}</strong> },
    { key: 'uniqueId', label: text('uniqueId'), children: uniqueId },
    ...(pin === undefined
      ? []
      : [{ key: 'pin', label: text('pin'), children: <strong className="kit-tabular">{pin}</strong> }]),
  ]
  return (
    <>
      <Descriptions bordered size="small" column={1} items={items} />
      {pin !== undefined && <Alert type="info" showIcon title={text('createdNote')} style={{ marginTop: 12 }} />}
    </>
  )
}
