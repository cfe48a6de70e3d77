import './option-groups.css'
import './roulette-table.css'
import { formatPoints } from '@cascade/contracts'
import type { LiveGame, LiveOption } from '@cascade/contracts/live'
import { formatCount } from '@cascade/ui-kit'
import { type CSSProperties, memo, useId, useMemo, useRef } from 'react'
import { texts } from '../../texts'
import type { Choice } from '../control/choice'
import { groupsOf, type OptionGroup, useRovingCells } from './groups'
import { HeatScale } from './heat-scale'
import { type CellListener, heatOf, largestOf, OptionCell, placeOnTable } from './option-cell'
import { TableZones } from './table-zones'

type Props = {
  live: LiveGame
  choice: Choice
  booster: 1 | 2
  onPick: CellListener
  onPoint: CellListener
}

/** All options of a draw with stakes and liabilities, laid out as the game is played, to choose a result from. */
export function OptionGroups({ live, choice, booster, onPick, onPoint }: Props) {
  const text = texts.useText()
  const id = useId()
  const area = useRef<HTMLElement>(null)
  useRovingCells(area)
  const { gameId, layout, data, dataColors, dataCardTypes, preview, pending } = live
  const groups = useMemo(
    () => groupsOf({ gameId, layout, data, dataColors, dataCardTypes }),
    [gameId, layout, data, dataColors, dataCardTypes],
  )
  const largest = useMemo(() => largestOf(data), [data])
  const reach = useMemo(() => preview?.drawnos && new Set(preview.drawnos), [preview?.drawnos])
  const isDense = groups[0]?.look === 'dense'
  return (
    <section ref={area} className="live-groups" aria-label={text('options')} aria-describedby={`${id}summary`}>
      <GridSummary id={`${id}summary`} live={live} />
      <HeatScale live={live} largest={largest} booster={booster} />
      {isDense && <JumpBar groups={groups} idOf={group => `${id}${group.key}`} />}
      {groups.map(group => (
        <Group
          key={group.key}
          group={group}
          booster={booster}
          id={`${id}${group.key}`}
          largest={group.dimension === 'result' ? largest : largestOf(group.options)}
          chosen={ownOf(group, choice[group.dimension])}
          pending={ownOf(group, pending?.picks[group.dimension])}
          reach={group.dimension === 'result' ? reach : undefined}
          onPick={onPick}
          onPoint={onPoint}
        />
      ))}
    </section>
  )
}

/** A group is not drawn again for what is chosen in another one. */
const ownOf = (group: OptionGroup, drawno: string | undefined) =>
  group.options.some(option => option.drawno === drawno) ? drawno : undefined

type GroupProps = {
  group: OptionGroup
  booster: 1 | 2
  id: string
  largest: number
  chosen: string | undefined
  pending: string | undefined
  /** What the policy could draw; undefined when that is all. */
  reach: ReadonlySet<string> | undefined
  onPick: CellListener
  onPoint: CellListener
}

/** Drawn again only when an option of it or the scale changed: snapshots share the objects that did not. */
const Group = memo(function Group({
  group,
  booster,
  id,
  largest,
  chosen,
  pending,
  reach,
  onPick,
  onPoint,
}: GroupProps) {
  const text = texts.useText()
  const { look, dimension, columns, options, title } = group
  return (
    <div className="live-group" data-look={look} data-group={group.key} id={id}>
      {title && <h3>{text(title.text, title.values)}</h3>}
      <ul className="live-cells" style={{ '--columns': columns } as CSSProperties}>
        {options.map(option => (
          <OptionCell
            key={option.drawno}
            option={option}
            dimension={dimension}
            booster={booster}
            heat={heatOf(option.liability, largest)}
            isChosen={option.drawno === chosen}
            isPending={option.drawno === pending}
            isOver={reach !== undefined && !reach.has(option.drawno)}
            onPick={onPick}
            onPoint={onPoint}
            {...(look === 'wheel' ? placeOnTable(option.drawno) : undefined)}
          />
        ))}
        {look === 'wheel' && <TableZones options={options} booster={booster} />}
      </ul>
    </div>
  )
}, isSameGroup)

function isSameGroup({ group: a, ...before }: GroupProps, { group: b, ...after }: GroupProps): boolean {
  const names = Object.keys(before) as (keyof typeof before)[]
  if (names.some(name => before[name] !== after[name])) return false
  if (a.look !== b.look || a.columns !== b.columns || a.options.length !== b.options.length) return false
  return a.options.every((each, at) => each === b.options[at])
}

type JumpBarProps = { groups: readonly OptionGroup[]; idOf: (group: OptionGroup) => string }

/** Leads to one of the hundreds of a long grid. */
function JumpBar({ groups, idOf }: JumpBarProps) {
  const text = texts.useText()
  const jump = (group: OptionGroup) => document.getElementById(idOf(group))?.scrollIntoView({ block: 'start' })
  return (
    <nav className="live-jump" aria-label={text('jump')}>
      {groups.map(group => (
        <button key={group.key} type="button" onClick={() => jump(group)}>
          {group.options[0]?.label}
        </button>
      ))}
    </nav>
  )
}

/** The grid in two sentences, for those who do not see it. It is read when it is asked for, never by itself. */
function GridSummary({ id, live }: { id: string; live: LiveGame }) {
  const text = texts.useText()
  const { data, tickets, collections } = live
  const staked = data.filter(({ sum }) => sum > 0)
  const values = {
    options: formatCount(data.length),
    tickets: formatCount(tickets),
    stake: formatPoints(collections.totalDraw),
    staked: formatCount(staked.length),
  }
  const dearest = staked.reduce<LiveOption | undefined>(
    (most, option) => (most && most.liability >= option.liability ? most : option),
    undefined,
  )
  return (
    <p id={id} className="live-unseen">
      {text('summary', values)}{' '}
      {dearest &&
        text('summaryDearest', {
          label: dearest.label,
          cost: formatPoints(dearest.liability),
          boosted: formatPoints(dearest.liabilityBoosted),
        })}
    </p>
  )
}
