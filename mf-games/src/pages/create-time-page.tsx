import { gamesApi } from '@cascade/contracts/games'
import { NotAllowedState, useToasts } from '@cascade/ui-kit'
import { Field, FormPage, InputNumber, issuesOf } from '@cascade/ui-kit/data'
import { useCan } from '@cascade/web-kit'
import { failureText, type NewTime, useCreateTime } from '../features/times/api/create-time'
import { useWayBack } from '../features/times/use-way-back'
import { gamesRoomTexts } from '../texts'

export default function CreateTimePage() {
  const text = gamesRoomTexts.useText()
  const toasts = useToasts()
  const create = useCreateTime()
  const { goBack, pause } = useWayBack()
  const mayAdd = useCan('times.write')
  if (!mayAdd) return <NotAllowedState />

  const submit = async (values: NewTime) => {
    const { message } = await create.mutateAsync({ timecount: values.timecount })
    toasts.success(message ?? text('timeCreated'))
    await pause()
  }
  return (
    <FormPage<NewTime>
      title={text('addTime')}
      initialValues={{}}
      validate={values => issuesOf(gamesApi.createTime.body, values)}
      submit={submit}
      onDone={goBack}
      onCancel={goBack}
      failure={failureText}
    >
      <Field name="timecount" label={text('timeInSec')} required help={text('timeHelp')}>
        <InputNumber autoFocus inputMode="numeric" controls={false} changeOnWheel={false} style={{ width: 220 }} />
      </Field>
    </FormPage>
  )
}
