import type { GameDescription } from '@cascade/contracts/games'
import { formatPoints } from '@cascade/ui-kit'
import { Field, FieldGrid, Form, NumberInput } from '@cascade/ui-kit/forms'
import { useMemo } from 'react'
import { texts } from '../../../texts'
import type { DescriptionValues } from '../description-values'
import { longRunReturns } from '../long-run'

/** What each type of bet pays, and what of a stake comes back with it in the long run. */
export function BetFields({ description }: { description: GameDescription }) {
  const text = texts.useText()
  const form = Form.useFormInstance<DescriptionValues>()
  const typed = Form.useWatch('bets', form)
  const returns = useMemo(() => longRunReturns(description), [description])
  return (
    <FieldGrid>
      {description.bets.map((bet, index) => {
        const multiplier = typed?.[index]?.multiplier ?? 0
        const long = returns[index]
        // What comes back goes with the multiplier, so that the game is worked out once.
        const back = (share: number) => `${((share * multiplier * 100) / bet.multiplier).toFixed(2)} %`
        const help = long && multiplier > 0 && text('comesBack', { share: rangeOf(back(long.least), back(long.most)) })
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

const rangeOf = (least: string, most: string) => (least === most ? least : `${least} – ${most}`)
