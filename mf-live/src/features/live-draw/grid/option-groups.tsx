import './option-groups.css'
import type { LiveGame } from '@cascade/contracts/live'
import { type CSSProperties, memo, useId, useMemo } from 'react'
import { texts } from '../../../texts'
import { heatOf, largestOf, placeOnTable } from './cell-rules'
import { groupsOf, type OptionGroup } from './groups'
import { JumpBar } from './jump-bar'
import { OptionCell } from './option-cell'

type Props = { live: Pick<LiveGame, 'gameId' | 'data' | 'dataColors' | 'dataCardTypes'> }

/** All options of a draw with their totals, laid out as the game is played. */
export function OptionGroups({ live: { gameId, data, dataColors, dataCardTypes } }: Props) {
  const text = texts.useText()
  const id = useId()
  const groups = useMemo(
    () => groupsOf(gameId, { data, dataColors, dataCardTypes }),
    [gameId, data, dataColors, dataCardTypes],
  )
  const largest = useMemo(() => largestOf(data), [data])
  const isDense = groups[0]?.look === 'dense'
  return (
    <section className="live-groups" aria-label={text('options')} data-game={gameId}>
      {isDense && <JumpBar groups={groups} idOf={group => `${id}${group.key}`} />}
      {groups.map(group => (
        <Group
          key={group.key}
          group={group}
          id={`${id}${group.key}`}
          largest={group.apart ? largestOf(group.options) : largest}
        />
      ))}
    </section>
  )
}

type GroupProps = { group: OptionGroup; id: string; largest: number }

/** Drawn again only when an option of it or the scale changed: snapshots share the objects that did not. */
const Group = memo(function Group({ group, id, largest }: GroupProps) {
  const text = texts.useText()
  const { look, columns, options, title } = group
  // Once for all cells: the hook costs more than a cell.
  const words: Partial<Record<string, string>> = { red: text('red'), black: text('black'), green: text('green') }
  const hasDoubleZero = look === 'wheel' && options.some(option => option.drawno === '00')
  return (
    <div className="live-group" data-look={look} data-group={group.key} id={id}>
      {title && <h3>{text(title.text, title.values)}</h3>}
      <ul className="live-cells" style={{ '--columns': columns } as CSSProperties}>
        {options.map(option => (
          <OptionCell
            key={option.drawno}
            option={option}
            heat={heatOf(option.sum, largest)}
            colour={words[option.color ?? '']}
            {...(look === 'wheel' ? placeOnTable(option.drawno, hasDoubleZero) : undefined)}
          />
        ))}
      </ul>
    </div>
  )
}, isSameGroup)

function isSameGroup(before: GroupProps, after: GroupProps): boolean {
  const [a, b] = [before.group, after.group]
  const isSamePlace =
    before.id === after.id && before.largest === after.largest && a.look === b.look && a.columns === b.columns
  return isSamePlace && a.options.length === b.options.length && a.options.every((each, at) => each === b.options[at])
}
