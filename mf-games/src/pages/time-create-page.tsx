import { refusals } from '@cascade/contracts'
import { gamesApi, gameTexts } from '@cascade/contracts/games'
import { NotAllowedState, useReturnToList, useToasts } from '@cascade/ui-kit'
import { Field, FormPage, issuesOf, NumberInput } from '@cascade/ui-kit/forms'
import { useAddress, useCan } from '@cascade/web-kit'
import { type NewTime, useCreateTime } from '../features/times/api/use-create-time'
import { paths } from '../paths'
import { texts } from '../texts'

export default function TimeCreatePage() {
  const text = texts.useText()
  const toasts = useToasts()
  const address = useAddress()
  const create = useCreateTime()
  const returnToList = useReturnToList(address(paths.times))
  const mayAdd = useCan('times.write')
  if (!mayAdd) return <NotAllowedState />

  const submit = async ({ timecount }: NewTime) => {
    const { message } = await create.mutateAsync({ timecount })
    toasts.success(message ?? gameTexts.timeCreated)
  }
  return (
    <FormPage<NewTime>
      title={text('addTime')}
      initialValues={{}}
      validate={values => issuesOf(gamesApi.createTime.body, values)}
      submit={submit}
      onDone={returnToList.afterSuccess}
      onCancel={returnToList.now}
      failure={refusals.internal}
    >
      <Field name="timecount" label={text('timeInSec')} required help={text('timeHelp')}>
        <NumberInput autoFocus inputMode="numeric" style={{ width: 220 }} />
      </Field>
    </FormPage>
  )
}
