import './descriptions.css'
import {
  type DescriptionVersion,
  type GameDescription,
  type GameOption,
  gameTexts,
  type Time,
} from '@cascade/contracts/games'
import { compileGame } from '@cascade/draw-rules'
import { hasPicture, OptionPicture } from '@cascade/game-pictures'
import { formatPoints, type ReturnToList, useToasts } from '@cascade/ui-kit'
import { Select } from '@cascade/ui-kit/data'
import { Field, FieldGrid, Form, FormPage, NumberInput, Radio } from '@cascade/ui-kit/forms'
import { ApiError } from '@cascade/web-kit'
import { useMemo, useState } from 'react'
import { texts } from '../texts'
import { useChangeDescription } from './calls'
import {
  type DescriptionValues,
  limitNames,
  longRunReturns,
  parseDescription,
  toFormValues,
  validateDescription,
} from './description-values'
import { diffDescriptions, useReview } from './review'

type Props = {
  id: string
  loaded: DescriptionVersion
  times: readonly Time[]
  reload: () => Promise<DescriptionVersion>
  returnToList: ReturnToList
}

/** Form of a game description; changes are reviewed before they are saved. */
export function DescriptionForm({ id, loaded, times, reload, returnToList }: Props) {
  const text = texts.useText()
  const toasts = useToasts()
  const changing = useChangeDescription()
  const review = useReview()
  const [form] = Form.useForm<DescriptionValues>()
  const [base, setBase] = useState(loaded)
  const { description, version, gameName } = base
  const game = useMemo(() => compileGame(description), [description])

  const confirm = async (values: DescriptionValues) => {
    const changes = diffDescriptions(description, parseDescription(description, values))
    if (changes.length > 0) return review.confirm({ game: gameName, version: version + 1, changes })
    toasts.info(text('unchanged'))
    return false
  }
  const submit = async (values: DescriptionValues) => {
    try {
      const change = { version, description: parseDescription(description, values) }
      const { message } = await changing.mutateAsync({ params: { id }, body: change })
      toasts.success(message ?? gameTexts.descriptionChanged)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'CONFLICT') setBase(await reload())
      throw error instanceof ApiError ? toFormErrors(error) : error
    }
  }
  const intervals = times.map(({ timecount }) => ({ value: timecount, label: text('seconds', { seconds: timecount }) }))
  return (
    <FormPage<DescriptionValues>
      title={text('howItIsPlayed')}
      note={text('versionOf', { game: gameName, version })}
      form={form}
      initialValues={toFormValues(loaded.description)}
      validate={values => validateDescription(description, values)}
      confirm={confirm}
      submit={submit}
      submitLabel={text('reviewChanges')}
      busyLabel={text('updating')}
      onDone={returnToList.afterSuccess}
      onCancel={returnToList.now}
      failure={gameTexts.updateFailed}
      messageForMs={5000}
    >
      {review.element}
      <h2 className="games-section">{text('draws')}</h2>
      <FieldGrid>
        <Field name="draw.intervalSeconds" label={text('interval')} required help={text('intervalHelp')}>
          <Select options={intervals} />
        </Field>
        <SecondsField name="draw.lockSeconds" label={text('lock')} help={text('lockHelp')} />
        <SecondsField name="draw.resultSeconds" label={text('resultShown')} help={text('resultShownHelp')} />
        <SecondsField name="draw.voidSeconds" label={text('voidFor')} help={text('voidForHelp')} required={false} />
        <Field name="policy" label={text('policy')} required help={text('policyHelp')}>
          <Radio.Group options={policies} />
        </Field>
        <IntegerField name="booster.chance" label={text('booster')} help={text('boosterHelp')} />
      </FieldGrid>
      <h2 className="games-section">{text('bets')}</h2>
      <p className="games-section-note">{text('betsHelp')}</p>
      <BetFields description={description} />
      <h2 className="games-section">{text('limits')}</h2>
      <FieldGrid>
        {limitNames.map(name => (
          <IntegerField key={name} name={`limits.${name}`} label={text(name)} help={text(`${name}Help`)} />
        ))}
      </FieldGrid>
      <h2 className="games-section">{text('options')}</h2>
      {game.dimensions.map(({ key, label, options }) => (
        <OptionStrip key={key} label={text('optionsOf', { dimension: label })} options={options} />
      ))}
    </FormPage>
  )
}

type NumberProps = { name: string; label: string; help?: string; required?: boolean }

function IntegerField({ name, label, help, suffix, required = true }: NumberProps & { suffix?: string }) {
  return (
    <Field name={name} label={label} required={required} help={help}>
      <NumberInput inputMode="numeric" format={grouped.format} suffix={suffix} />
    </Field>
  )
}
const SecondsField = (props: NumberProps) => <IntegerField {...props} suffix={texts.text('secondsUnit')} />

const grouped = new Intl.NumberFormat('en-US')

const policies = (['budgeted', 'random'] as const).map(value => ({ value, label: texts.text(value) }))

/** Maps the server's field paths to those of the form, which has no `description.` prefix. */
function toFormErrors({ status, code, message, errors, requestId }: ApiError): ApiError {
  const own = Object.entries(errors).map(([path, sentence]) => [path.replace(/^description\./, ''), sentence])
  return new ApiError({ status, code, message, errors: Object.fromEntries(own), requestId })
}

/** Multiplier per bet type, with the long-run return to player. */
function BetFields({ description }: { description: GameDescription }) {
  const text = texts.useText()
  const form = Form.useFormInstance<DescriptionValues>()
  const typed = Form.useWatch('bets', form)
  const returns = useMemo(() => longRunReturns(description), [description])
  return (
    <FieldGrid>
      {description.bets.map((bet, index) => {
        const multiplier = typed?.[index]?.multiplier ?? 0
        const longRun = returns[index]
        // The return is proportional to the multiplier: no need to recompute the game on each key.
        const formatReturn = (share: number) => `${((share * multiplier * 100) / bet.multiplier).toFixed(2)} %`
        const help =
          longRun &&
          multiplier > 0 &&
          text('comesBack', { share: formatRange(formatReturn(longRun.least), formatReturn(longRun.most)) })
        return (
          <Field
            key={bet.type}
            name={`bets.${index}.multiplier`}
            label={text('pays', { bet: bet.label })}
            required
            help={help}
          >
            <NumberInput prefix="×" format={formatPoints} />
          </Field>
        )
      })}
    </FieldGrid>
  )
}

const formatRange = (least: string, most: string) => (least === most ? least : `${least} – ${most}`)

function OptionStrip({ label, options }: { label: string; options: readonly GameOption[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable with up to a thousand options, so it must be focusable
    <ul className="games-options" tabIndex={0} aria-label={label}>
      {options.map(option => (
        <li key={option.drawno} data-color={option.color} title={option.color}>
          {option.image && hasPicture(option.image) && <OptionPicture image={option.image} size={36} />}
          {option.label}
        </li>
      ))}
    </ul>
  )
}
