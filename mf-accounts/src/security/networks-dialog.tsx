import { type Networks, networkApi } from '@cascade/contracts/accounts'
import { StateSwitch, useToasts } from '@cascade/ui-kit'
import { Input, Modal } from '@cascade/ui-kit/data'
import { Checkbox, Field, Form, SubmitButton } from '@cascade/ui-kit/forms'
import { call, messageOf, queryKeyOf, useChange } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { securityTexts } from './texts'

type Props = { userId: string; username: string; onClose: () => void }

/** The networks that an account may be used from. */
export function NetworksDialog({ userId, username, onClose }: Props) {
  const text = securityTexts.useText()
  const query = useQuery({
    queryKey: queryKeyOf(networkApi.read, userId),
    queryFn: ({ signal }) => call(networkApi.read, { params: { userId }, signal }),
    // Without a refetch, which would reset the form while the user types.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
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
  const changing = useChange(networkApi.change, { refresh: [networkApi.read] })
  const [fault, setFault] = useState<string>()
  const save = async ({ list = '', below }: { list?: string; below: boolean }) => {
    setFault(undefined)
    const networks = list.split(/[\s,]+/).filter(Boolean)
    try {
      await changing.mutateAsync({ params: { userId }, body: { networks, below } })
      toasts.success(text('networksSaved'))
      onSaved()
    } catch (error) {
      setFault(messageOf(error, text('networksFailed')))
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
      {fault !== undefined && <p role="alert">{fault}</p>}
      <SubmitButton busy={changing.isPending}>{text('networksSave')}</SubmitButton>
    </Form>
  )
}
