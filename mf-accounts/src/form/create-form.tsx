import {
  type Account,
  accountSuccessTexts,
  type CreatedAccount,
  levelOf,
  sessionApi,
} from '@cascade/contracts/accounts'
import { Alert, NotAllowedState, useConfirm, useReturnToList, useToasts } from '@cascade/ui-kit'
import { Input } from '@cascade/ui-kit/data'
import { AttemptNote, Descriptions, FormPage } from '@cascade/ui-kit/forms'
import { readQuery, useAddress, useEarlierAttempt, useMayOpenForm } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import { type ComponentRef, type Ref, useCallback } from 'react'
import type { Level } from '../levels'
import { paths } from '../paths'
import { AccountFields } from '../shared/account-fields'
import { type AccountValues, buildCreateBody, createErrors, defaultValues } from '../shared/account-values'
import { type AccountScope, accountCall, useRefreshAccounts } from '../shared/calls'
import { copyText } from '../shared/copy-text'
import { createSets } from '../shared/field-sets'
import { ReferenceField } from '../shared/reference-field'
import { texts } from '../texts'
import { accountAttempts, type Creation, scopeObject, useCreateAccount } from './calls'
import { creationTexts } from './texts'

type Props = {
  level: Level
  /** Fixed parent of the new account. */
  parent?: Account
  /** Preselected parent, which the user may change. */
  referenceId?: string | undefined
}

export function CreateForm({ level, parent, referenceId }: Props) {
  const toasts = useToasts()
  const address = useAddress()
  const showCreated = useShowCreated()
  const { role } = level
  const returnToList = useReturnToList(address(paths.list, { level: role }))
  const scope = parent ? { role, parentId: parent._id } : { role }
  const creating = useCreateAccount(scope)
  const mayCreate = useMayOpenForm(accountCall(scope, 'create').endpoint)
  const set = createSets[role]
  const { create } = level
  if (!set || !create) return null
  if (!mayCreate) return <NotAllowedState />

  const base = levelOf(role)

  const submit = async (values: AccountValues) => {
    const creation = await creating.mutateAsync(buildCreateBody(role, values, set))
    toasts.success(accountSuccessTexts.created)
    showCreated(creation)
  }
  return (
    <FormPage<AccountValues>
      title={create.title}
      initialValues={defaultValues(set, parent?._id ?? referenceId)}
      validate={values => createErrors(role, values, set)}
      submit={submit}
      onDone={returnToList.afterSuccess}
      onCancel={returnToList.now}
      failure={parent ? base.childCreateFailed : base.createFailed}
    >
      <EarlierCreation scope={scope} />
      <AccountFields
        set={set}
        reference={parent ? <FixedReference username={parent.username} /> : <ReferenceField role={role} />}
      />
    </FormPage>
  )
}

/** Note about an earlier creation whose outcome is unknown. */
function EarlierCreation({ scope }: { scope: AccountScope }) {
  const creationText = creationTexts.useText()
  const earlier = useEarlierAttempt(accountAttempts, scopeObject(scope), useRefreshAccounts())
  const { key = '', fields } = earlier.attempt ?? {}
  const created = useQuery({
    ...readQuery(sessionApi.created, { query: { key } }),
    enabled: earlier.state === 'booked',
  })
  const name = fields?.name ?? ''
  return (
    <AttemptNote
      earlier={earlier}
      unanswered={creationText('createUnanswered', { name })}
      booked={creationText('createdBefore', { name, username: created.data?.username ?? '…' })}
      notBooked={creationText('notCreated', { name })}
    />
  )
}

type FixedProps = { id?: string; ref?: Ref<ComponentRef<typeof Input>>; username: string }

function FixedReference({ id, ref, username }: FixedProps) {
  return <Input id={id} ref={ref} value={username} disabled />
}

/** Shows generated values in the shell's dialog, which stays open across page changes. */
function useShowCreated(): (creation: Creation) => void {
  const text = texts.useText()
  const creationText = creationTexts.useText()
  const toasts = useToasts()
  const confirm = useConfirm()
  return useCallback(
    ({ account, isReplayed }) => {
      const show = async () => {
        const request = {
          title: creationText('createdTitle'),
          text: <CreatedCard account={account} isReplayed={isReplayed} />,
          confirmLabel: creationText('copyAndClose'),
          cancelLabel: text('close'),
        }
        if (!(await confirm(request))) return
        const copied = await copyText(plainText(account, text('username'), text('pin')))
        if (copied) toasts.success(text('copied'))
        else toasts.error(text('copyFailed'))
      }
      void show()
    },
    [confirm, text, toasts, creationText],
  )
}

const plainText = ({ username, pin }: CreatedAccount, usernameLabel: string, pinLabel: string) =>
  [`${usernameLabel}: ${username}`, ...(pin === undefined ? [] : [`${pinLabel}: ${pin}`])].join('\n')

function CreatedCard({ account: { username, uniqueId, pin }, isReplayed }: Creation) {
  const text = texts.useText()
  const creationText = creationTexts.useText()
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
      {pin !== undefined && (
        <Alert type="info" showIcon title={creationText('createdNote')} style={{ marginTop: 12 }} />
      )}
      {isReplayed && <Alert type="info" showIcon title={creationText('createdOnce')} style={{ marginTop: 12 }} />}
    </>
  )
}
