import type { ResponseOf } from '@cascade/contracts'
import { type Networks, networkApi, sessionApi } from '@cascade/contracts/accounts'
import { StateSwitch, useConfirm, useToasts } from '@cascade/ui-kit'
import { Input, Modal } from '@cascade/ui-kit/data'
import { Checkbox, Field, Form, SubmitButton } from '@cascade/ui-kit/forms'
import { call, messageOf, useChange } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { networksQuery } from './calls'
import { securityTexts } from './texts'

type Props = { userId: string; username: string; onClose: () => void }

/** The networks that an account may be used from. */
export function NetworksDialog({ userId, username, onClose }: Props) {
  const text = securityTexts.useText()
  const query = useQuery({
    ...networksQuery(userId),
    // Without a refetch, which would reset the form while the user types.
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <Modal
      open
      centered
      width={440}
      title={text('networksOf', { username })}
      footer={null}
      mask={{ closable: false }}
      onCancel={onClose}
    >
      <StateSwitch query={query}>
        {({ data, address }) => <NetworksForm userId={userId} stored={data} address={address} onSaved={onClose} />}
      </StateSwitch>
    </Modal>
  )
}

type FormProps = { userId: string; stored: Networks; address: string; onSaved: () => void }

function NetworksForm({ userId, stored, address, onSaved }: FormProps) {
  const text = securityTexts.useText()
  const toasts = useToasts()
  const confirm = useConfirm()
  const changing = useChange(networkApi.change, { refresh: [networkApi.read, sessionApi.sessions] })
  const [error, setError] = useState<string>()
  const save = async ({ list = '', below }: { list?: string; below: boolean }) => {
    setError(undefined)
    const networks = list.split(/[\s,]+/).filter(Boolean)
    const input = { params: { userId }, body: { networks, below } }
    try {
      const { shutOut } = await call(networkApi.change, { ...input, body: { ...input.body, preview: true } })
      if (shutOut && shutOut.total > 0 && !(await confirm(shutOutRequest(shutOut, text)))) return
      const { message } = await changing.mutateAsync(input)
      toasts.success(message ?? text('networksSaved'))
      onSaved()
    } catch (error) {
      setError(messageOf(error, text('networksFailed')))
    }
  }
  return (
    <Form
      layout="vertical"
      aria-label={text('networks')}
      initialValues={{ list: stored.networks.join('\n'), below: stored.below }}
      onFinish={values => void save(values)}
    >
      <p>{text('networksNote', { address })}</p>
      <Field name="list" label={text('networksLabel')}>
        <Input.TextArea rows={6} spellCheck={false} placeholder="203.0.113.0/24" />
      </Field>
      <Form.Item name="below" valuePropName="checked">
        <Checkbox>{text('networksBelow')}</Checkbox>
      </Form.Item>
      {error !== undefined && <p role="alert">{error}</p>}
      <SubmitButton busy={changing.isPending}>{text('networksSave')}</SubmitButton>
    </Form>
  )
}

type Text = ReturnType<typeof securityTexts.useText>
type ShutOut = NonNullable<ResponseOf<typeof networkApi.change>['shutOut']>

function shutOutRequest({ total, sessions }: ShutOut, text: Text) {
  const names = sessions.map(({ username, ipAddress }) => `${username} (${ipAddress})`).join(', ')
  return {
    title: text('shutOutTitle'),
    text: `${text('shutOutText', { count: total })} ${names}${total > sessions.length ? ' …' : ''}`,
    confirmLabel: text('networksSave'),
    destructive: true,
  }
}
