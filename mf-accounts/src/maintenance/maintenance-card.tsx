import '../shared/shared.css'
import {
  type Maintenance,
  MaintenanceInput,
  maintenanceApi,
  maintenanceTexts,
  noticeApi,
} from '@cascade/contracts/accounts'
import { Button, Card, StateSwitch, useConfirm, useOutcomeToast, useToasts } from '@cascade/ui-kit'
import { Input } from '@cascade/ui-kit/data'
import { Field, FieldGrid, FormBody, MomentPicker, toFieldErrors } from '@cascade/ui-kit/forms'
import { readQuery, serverNow, useChange } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { maintenancePageTexts } from './texts'

const useChangeMaintenance = () => useChange(maintenanceApi.change, { refresh: [maintenanceApi.read, noticeApi.list] })

/** Plans, changes and ends the maintenance of the installation, for superadmins. */
export function MaintenanceCard() {
  const text = maintenancePageTexts.useText()
  const query = useQuery(readQuery(maintenanceApi.read))
  return (
    <Card title={text('maintenance')}>
      <p>{text('maintenanceNote')}</p>
      <StateSwitch query={query}>
        {maintenance => (
          <>
            <MaintenanceForm key={JSON.stringify(maintenance)} maintenance={maintenance} />
            {maintenance && <EndButton />}
          </>
        )}
      </StateSwitch>
    </Card>
  )
}

function MaintenanceForm({ maintenance }: { maintenance: Maintenance | null }) {
  const text = maintenancePageTexts.useText()
  const toasts = useToasts()
  const change = useChangeMaintenance()
  const [initialValues] = useState<Partial<Maintenance>>(maintenance ?? { from: new Date(serverNow()).toISOString() })
  const submit = async ({ from, to, message: words }: Maintenance) => {
    const { message } = await change.mutateAsync({ body: { from, to, message: words } })
    toasts.success(message ?? maintenanceTexts.planned)
  }
  return (
    <FormBody<Maintenance>
      title={text('maintenance')}
      initialValues={initialValues}
      validate={({ from = '', to = '', message = '' }) => toFieldErrors(MaintenanceInput, { from, to, message })}
      submit={submit}
      submitLabel={text('save')}
      failure={text('failed')}
    >
      <FieldGrid>
        <Field name="from" label={text('from')} required>
          <MomentPicker future />
        </Field>
        <Field name="to" label={text('to')} required>
          <MomentPicker future />
        </Field>
        <Field name="message" label={text('message')} help={text('messageHint')} required wide>
          <Input.TextArea rows={2} maxLength={500} showCount />
        </Field>
      </FieldGrid>
    </FormBody>
  )
}

function EndButton() {
  const text = maintenancePageTexts.useText()
  const showOutcome = useOutcomeToast()
  const confirm = useConfirm()
  const change = useChangeMaintenance()
  const end = async () => {
    if (!(await confirm({ title: text('endTitle'), text: text('endText'), confirmLabel: text('end') }))) return
    await showOutcome(change.mutateAsync({ body: {} }), { done: maintenanceTexts.ended, failed: text('failed') })
  }
  return (
    <Button danger loading={change.isPending} onClick={() => void end()} style={{ marginTop: 12 }}>
      {text('end')}
    </Button>
  )
}
