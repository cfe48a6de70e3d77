/// <reference path="../../../css.d.ts" />
import './grid.css'
import './looks.css'
import type { LiveGame } from '@cascade/contracts/live'
import { type CSSProperties, useId, useMemo } from 'react'
import { liveTexts } from '../../../texts'
import { groupsOf, type OptionGroup } from './groups'
import { heatOf } from './heat'
import { JumpBar } from './jump-bar'
import { OptionCell } from './option-cell'
import { placeOnTable } from './roulette-place'

type Props = { live: Pick<LiveGame, 'gameId' | 'data' | 'dataColors' | 'dataCardTypes'> }

/** All options of a draw with their totals, laid out as the game is played. */
export function OptionGroups({ live: { gameId, data, dataColors, dataCardTypes } }: Props) {
  const text = liveTexts.useText()
  const id = useId()
  const groups = useMemo(
    () => groupsOf(gameId, { data, dataColors, dataCardTypes }),
    [gameId, data, dataColors, dataCardTypes],
  )
  const isDense = groups[0]?.look === 'dense'
  return (
    <section className="lv-groups" aria-label={text('options')} data-game={gameId}>
      {isDense && <JumpBar groups={groups} idOf={group => `${id}${group.key}`} />}
      {groups.map(group => (
        <Group key={group.key} group={group} id={`${id}${group.key}`} />
      ))}
    </section>
  )
}

function Group({ group, id }: { group: OptionGroup; id: string }) {
  const text = liveTexts.useText()
  const { look, columns, options, title } = group
  const largest = options.reduce((most, { sum }) => Math.max(most, sum), 0)
  const hasDoubleZero = look === 'wheel' && options.some(option => option.drawno === '00')
  return (
    <div className="lv-group" data-look={look} data-group={group.key} id={id}>
      {title && <h3>{text(title.text, title.values)}</h3>}
      <ul className="lv-cells" style={{ '--columns': columns } as CSSProperties}>
        {options.map(({ drawno, label, sum, color, image }) => (
          <OptionCell
            key={drawno}
            label={label}
            sum={sum}
            color={color}
            image={image}
            heat={heatOf(sum, largest)}
            {...(look === 'wheel' ? placeOnTable(drawno, hasDoubleZero) : undefined)}
          />
        ))}
      </ul>
    </div>
  )
}
