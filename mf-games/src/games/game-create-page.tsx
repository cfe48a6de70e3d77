import { gamesApi, gameTexts, imageCountError, type Time } from '@cascade/contracts/games'
import { NotAllowedState, type ReturnToList, StateSwitch, useReturnToList, useToasts } from '@cascade/ui-kit'
import { Input, Select } from '@cascade/ui-kit/data'
import { Field, FieldGrid, Form, FormPage, Radio } from '@cascade/ui-kit/forms'
import { ApiError, useAddress, useMayOpenForm } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { paths } from '../paths'
import { PictureField, usePictures } from '../pictures/picture-field'
import { texts } from '../texts'
import { timesQuery } from '../times/calls'
import { useCreateGame } from './calls'
import { gameNoticeMs } from './game-commands'
import { buildParts, emptyGame, GameFields, type NewGameValues, newGameFaults } from './game-fields'

export default function GameCreatePage() {
  const address = useAddress()
  const returnToList = useReturnToList(address(paths.games))
  const canAdd = useMayOpenForm(gamesApi.create)
  const times = useQuery({ ...timesQuery(), enabled: canAdd })
  const pictureState = usePictures()
  if (!canAdd) return <NotAllowedState />
  return (
    <StateSwitch query={times}>
      {loaded => (
        <NewGameForm
          times={loaded}
          pictures={pictureState.pictures.map(picture => picture.file)}
          markFaults={pictureState.markFaults}
          pictureField={(required, share) => <PictureField state={pictureState} required={required} share={share} />}
          returnToList={returnToList}
        />
      )}
    </StateSwitch>
  )
}

type Props = {
  times: readonly Time[]
  pictures: readonly File[]
  /** Shows the server's messages at their pictures. */
  markFaults: (errors: Readonly<Record<string, string>>) => void
  /** Renders the picture input for the required number of pictures and the upload progress. */
  pictureField: (required: number | undefined, share: number | undefined) => ReactNode
  returnToList: ReturnToList
}

export function NewGameForm({ times, pictures, markFaults, pictureField, returnToList }: Props) {
  const text = texts.useText()
  const toasts = useToasts()
  const creating = useCreateGame()
  const [share, setShare] = useState<number>()
  const [form] = Form.useForm<NewGameValues>()
  const label = Form.useWatch('label', form) ?? emptyGame.label
  const nodigit = Form.useWatch('nodigit', form)
  const uploads = label === 'yes' ? pictures : []

  const validate = (values: NewGameValues) => {
    const faults = newGameFaults(values)
    const fault = imageCountError(values.label, values.nodigit ?? 0, uploads.length)
    return fault && faults.nodigit === undefined ? { ...faults, [fault.field]: fault.message } : faults
  }
  const submit = async (values: NewGameValues) => {
    markFaults({})
    setShare(uploads.length > 0 ? 0 : undefined)
    try {
      const { message } = await creating.mutateAsync({
        parts: buildParts(values),
        pictures: uploads,
        onUpload: setShare,
      })
      toasts.success(message ?? gameTexts.created)
    } catch (error) {
      if (error instanceof ApiError) markFaults(error.errors)
      throw error
    } finally {
      setShare(undefined)
    }
  }
  const timeOptions = times.map(time => ({ value: time._id, label: text('seconds', { seconds: time.timecount }) }))
  return (
    <FormPage<NewGameValues>
      title={text('addGame')}
      form={form}
      initialValues={emptyGame}
      validate={validate}
      submit={submit}
      onDone={returnToList.afterSuccess}
      onCancel={returnToList.now}
      failure={gameTexts.createFailed}
      messageForMs={gameNoticeMs}
    >
      <FieldGrid>
        <GameFields autoFocus />
        <Field name="timeId" label={text('time')} required help={text('timeOfGameHelp')}>
          <Select options={timeOptions} placeholder={text('chooseTime')} />
        </Field>
        <Field name="gameStatus" label={text('status')} required>
          <Radio.Group options={statusOptions} />
        </Field>
        <Field name="gameDescription" label={text('description')} required wide>
          <Input.TextArea rows={3} maxLength={1000} />
        </Field>
        <Field name="label" label={text('label')} required help={text('labelHelp')}>
          <Radio.Group options={[...labelOptions]} />
        </Field>
      </FieldGrid>
      {label === 'yes' && pictureField(nodigit ?? undefined, share)}
    </FormPage>
  )
}

const statusOptions = [
  { value: 'active', label: texts.text('active') },
  { value: 'inactive', label: texts.text('inactive') },
]
const labelOptions = [
  { value: 'yes', label: texts.text('yes') },
  { value: 'no', label: texts.text('no') },
]
