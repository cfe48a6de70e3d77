import { type Account, accountDone, type CreatedAccount, levelOf } from '@cascade/contracts/accounts'
import { Alert, useConfirm, useReturnToList, useToasts } from '@cascade/ui-kit'
import { Input } from '@cascade/ui-kit/data'
import { Descriptions, FormPage } from '@cascade/ui-kit/forms'
import { newIdempotencyKey, useAddress } from '@cascade/web-kit'
import { type ComponentRef, type Ref, useCallback, useRef } from 'react'
import { AccountFields } from '../accounts/account-fields'
import { type AccountValues, createBodyOf, createFaults, newValues } from '../accounts/account-values'
import { copyText } from '../accounts/copy-text'
import { createSets } from '../accounts/field-sets'
import { ReferenceField } from '../accounts/reference-field'
import type { Level } from '../levels'
import { paths } from '../paths'
import { texts } from '../texts'
import { useCreateAccount } from './calls'

type Props = {
  level: Level
  /** Given where the account is created below one that is already chosen. */
  parent?: Account
  /** Chosen beforehand, but free to be changed. */
  referenceId?: string | undefined
}

export function CreateForm({ level, parent, referenceId }: Props) {
  const toasts = useToasts()
  const address = useAddress()
  const showCreated = useShowCreated()
  const { role } = level
  const returnToList = useReturnToList(address(paths.list, { level: role }))
  const creating = useCreateAccount(parent ? { role, parentId: parent._id } : { role })
  const attempt = useRef<{ of: string; key: string }>(undefined)
  const set = createSets[role]
  const { create } = level
  if (!set || !create) return null

  const base = levelOf(role)

  /** The same entry keeps its key, so that a lost answer does not make two accounts. */
  const keyFor = (body: object) => {
    const of = JSON.stringify(body)
    if (attempt.current?.of !== of) attempt.current = { of, key: newIdempotencyKey() }
    return attempt.current.key
  }
  const submit = async (values: AccountValues) => {
    const body = createBodyOf(role, values, set)
    const account = await creating.mutateAsync({ body, idempotencyKey: keyFor(body) })
    toasts.success(accountDone.created)
    showCreated(account)
  }
  return (
    <FormPage<AccountValues>
      title={create.title}
      initialValues={newValues(set, parent?._id ?? referenceId)}
      validate={values => createFaults(role, values, set)}
      submit={submit}
      onDone={returnToList.afterSuccess}
      onCancel={returnToList.now}
      failure={parent ? base.childCreateFailed : base.createFailed}
    >
      <AccountFields
        set={set}
        reference={parent ? <FixedReference username={parent.username} /> : <ReferenceField role={role} />}
      />
    </FormPage>
  )
}

type FixedProps = { id?: string; ref?: Ref<ComponentRef<typeof Input>>; username: string }

function FixedReference({ id, ref, username }: FixedProps) {
  return <Input id={id} ref={ref} value={username} disabled />
}

/**
 * Shows what a create generated, in the page's own dialog: it stays open above whatever page comes next, until it is
 * closed.
 */
function useShowCreated(): (account: CreatedAccount) => void {
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
