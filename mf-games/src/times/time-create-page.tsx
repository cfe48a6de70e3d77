import { errorTexts } from '@cascade/contracts'
import { type NewTime, timeApi, timeTexts } from '@cascade/contracts/games'
import { NotAllowedState, useReturnToList, useToasts } from '@cascade/ui-kit'
import { Field, FormPage, NumberInput, toFieldErrors } from '@cascade/ui-kit/forms'
import { useAddress, useMayOpenForm } from '@cascade/web-kit'
import { paths } from '../paths'
import { texts } from '../texts'
import { useCreateTime } from './calls'

export default function TimeCreatePage() {
  const text = texts.useText()
  const toasts = useToasts()
  const address = useAddress()
  const create = useCreateTime()
  const returnToList = useReturnToList(address(paths.times))
  const canAdd = useMayOpenForm(timeApi.create)
  if (!canAdd) return <NotAllowedState />

  const submit = async ({ timecount }: NewTime) => {
    const { message } = await create.mutateAsync({ body: { timecount } })
    toasts.success(message ?? timeTexts.created)
  }
  return (
    <FormPage<NewTime>
      title={text('addTime')}
      initialValues={{}}
      validate={values => toFieldErrors(timeApi.create.body, values)}
      submit={submit}
      onDone={returnToList.afterSuccess}
      onCancel={returnToList.now}
      failure={errorTexts.internal}
    >
      <Field name="timecount" label={text('timeInSec')} required help={text('timeHelp')}>
        <NumberInput autoFocus inputMode="numeric" style={{ width: 220 }} />
      </Field>
    </FormPage>
  )
}
