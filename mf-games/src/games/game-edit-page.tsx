import './games.css'
import { gamesApi, gameTexts } from '@cascade/contracts/games'
import { NotAllowedState, type ReturnToList, useReturnToList, useToasts } from '@cascade/ui-kit'
import { Input } from '@cascade/ui-kit/data'
import { Field, FieldGrid, Form, FormPage, Radio } from '@cascade/ui-kit/forms'
import { ApiError, useAddress, useMayOpenForm } from '@cascade/web-kit'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router-dom'
import { paths } from '../paths'
import { FreshGate } from '../shared/fresh-gate'
import { texts } from '../texts'
import { gameQuery, type LoadedGame, useUpdateGame } from './calls'
import { ConflictPanel, mergeStored } from './conflict-panel'
import { gameNoticeMs } from './game-commands'
import { buildChanges, editFaults, GameFields, type GameValues, toFormValues } from './game-fields'

export default function GameEditPage() {
  const { id = '' } = useParams()
  const address = useAddress()
  const returnToList = useReturnToList(address(paths.games))
  const queryClient = useQueryClient()
  const canEdit = useMayOpenForm(gamesApi.update)
  const game = useQuery({ ...gameQuery(id), enabled: canEdit, refetchOnMount: 'always' })
  const reload = () => queryClient.fetchQuery({ ...gameQuery(id), staleTime: 0 })
  if (!canEdit) return <NotAllowedState />
  return (
    <FreshGate query={game} onBack={returnToList.now}>
      {loaded => <EditGameForm key={loaded.game._id} loaded={loaded} reload={reload} returnToList={returnToList} />}
    </FreshGate>
  )
}

type Props = {
  loaded: LoadedGame
  reload: () => Promise<LoadedGame>
  returnToList: ReturnToList
}

/** Edits a game and sends only changed fields; concurrent changes are never overwritten silently. */
export function EditGameForm({ loaded, reload, returnToList }: Props) {
  const text = texts.useText()
  const toasts = useToasts()
  const updating = useUpdateGame()
  const [form] = Form.useForm<GameValues>()
  const [base, setBase] = useState(loaded)
  const [merge, setMerge] = useState<ReturnType<typeof mergeStored>>()
  const stored = toFormValues(base.game)
  const hasPictures = base.game.label === 'yes'

  const submit = async (values: GameValues) => {
    const changes = buildChanges(stored, values)
    if (Object.keys(changes).length === 0) return toasts.info(text('unchanged'))
    try {
      const { nodigit, ...rest } = changes
      const body = nodigit == null ? rest : { ...rest, nodigit }
      const { message } = await updating.mutateAsync({ params: { id: base.game._id }, body, ifMatch: base.etag })
      toasts.success(message ?? gameTexts.updated)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'CONFLICT') {
        await mergeConflict(values)
        // Without field errors: the panel already shows the conflict.
        throw new ApiError({ status: error.status, code: error.code, message: error.message })
      }
      throw error
    }
  }
  const mergeConflict = async (values: GameValues) => {
    const fresh = await reload()
    const merged = mergeStored(stored, values, toFormValues(fresh.game))
    form.setFieldsValue(merged.values)
    setMerge(merged)
    setBase(fresh)
  }
  const takeStored = () => {
    const theirs = (merge?.conflicts ?? []).map(conflict => [conflict.field, conflict.theirs] as const)
    form.setFieldsValue(Object.fromEntries(theirs))
    setMerge(undefined)
  }

  return (
    <FormPage<GameValues>
      title={text('editGame')}
      note={base.game.gameName}
      form={form}
      initialValues={toFormValues(loaded.game)}
      validate={editFaults}
      submit={submit}
      onDone={returnToList.afterSuccess}
      onCancel={returnToList.now}
      busyLabel={text('updating')}
      failure={gameTexts.updateFailed}
      messageForMs={gameNoticeMs}
    >
      {merge && <ConflictPanel {...merge} onTakeOver={takeStored} onKeep={() => setMerge(undefined)} />}
      <FieldGrid>
        <Form.Item label={text('gameId')} htmlFor="game-code">
          <Input id="game-code" value={base.game.gameId} readOnly />
        </Form.Item>
        <GameFields digitsAreFixed={hasPictures} digitsHelp={hasPictures ? gameTexts.picturesFixDigits : undefined} />
        <Field name="status" label={text('status')} required>
          <Radio.Group options={statusOptions} />
        </Field>
        <Field name="description" label={text('description')} required wide>
          <Input.TextArea rows={3} maxLength={1000} />
        </Field>
        <Field name="logo" label={text('logo')} help={text('logoHelp')} wide>
          <Input inputMode="url" maxLength={500} />
        </Field>
      </FieldGrid>
      {hasPictures && <StoredPictures addresses={base.game.images} />}
    </FormPage>
  )
}

function StoredPictures({ addresses }: { addresses: readonly string[] }) {
  const text = texts.useText()
  const pictures = addresses.map((address, index) => ({ address, digit: index + 1 }))
  return (
    <ol className="games-stored-pictures" aria-label={text('pictures')}>
      {pictures.map(({ address, digit }) => (
        <li key={digit}>
          <img src={address} alt={text('pictureOfDigit', { digit })} width={64} height={64} loading="lazy" />
          {digit}
        </li>
      ))}
    </ol>
  )
}

const statusOptions = (['active', 'inactive', 'coming-soon'] as const).map(value => ({
  value,
  label: texts.text(value),
}))
