import './option-groups.css'
import './roulette-table.css'
import { formatPoints } from '@cascade/contracts'
import type { LiveGame, LiveOption } from '@cascade/contracts/live'
import { formatCount } from '@cascade/ui-kit'
import { type CSSProperties, memo, useId, useMemo, useRef } from 'react'
import { texts } from '../../texts'
import type { Choice } from '../control/choice'
import { buildGroups, chunks, type OptionGroup, useRovingCells } from './groups'
import { HeatScale } from './heat-scale'
import { type CellListener, heatOf, largestOf, OptionCell, tablePosition } from './option-cell'
import { TableZones } from './table-zones'

type Props = {
  live: LiveGame
  choice: Choice
  booster: 1 | 2
  onPick: CellListener
  onPoint: CellListener
}

/** Selectable options of a draw with stakes and liabilities, in the layout of the game. */
export function OptionGroups({ live, choice, booster, onPick, onPoint }: Props) {
  const text = texts.useText()
  const id = useId()
  const area = useRef<HTMLElement>(null)
  useRovingCells(area)
  const { gameId, layout, data, dataColors, dataCardTypes, preview, pending } = live
  const groups = useMemo(
    () => buildGroups({ gameId, layout, data, dataColors, dataCardTypes }),
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
          chosen={choice[group.dimension]}
          pending={pending?.picks[group.dimension]}
          reach={group.dimension === 'result' ? reach : undefined}
          onPick={onPick}
          onPoint={onPoint}
        />
      ))}
    </section>
  )
}

type GroupProps = Pick<Props, 'booster' | 'onPick' | 'onPoint'> & {
  group: OptionGroup
  id: string
  largest: number
  chosen: string | undefined
  pending: string | undefined
  /** Results within the policy's reach; undefined for all. */
  reach: ReadonlySet<string> | undefined
}

/** Cells per memoised chunk: after a change of one option React compares ten cells, not a thousand. */
const chunkSize = 10

function Group({ group, id, chosen, pending, reach, ...shared }: GroupProps) {
  const text = texts.useText()
  const { look, dimension, columns, options, title } = group
  return (
    <div className="live-group" data-look={look} data-group={group.key} id={id}>
      {title && <h3>{text(title.text, title.values)}</h3>}
      <ul className="live-cells" style={{ '--columns': columns } as CSSProperties}>
        {chunks(options, chunkSize).map(chunk => (
          <Cells
            key={chunk[0]?.drawno}
            options={chunk}
            isOnTable={look === 'wheel'}
            dimension={dimension}
            chosen={ifIncluded(chunk, chosen)}
            pending={ifIncluded(chunk, pending)}
            over={reach && chunk.filter(({ drawno }) => !reach.has(drawno)).map(({ drawno }) => drawno)}
            {...shared}
          />
        ))}
        {look === 'wheel' && <TableZones options={options} booster={shared.booster} />}
      </ul>
    </div>
  )
}

/** The selection if it is in this chunk, so that other chunks do not re-render. */
const ifIncluded = (options: readonly LiveOption[], drawno: string | undefined) =>
  options.some(option => option.drawno === drawno) ? drawno : undefined

type CellsProps = Pick<GroupProps, 'booster' | 'largest' | 'chosen' | 'pending' | 'onPick' | 'onPoint'> & {
  options: readonly LiveOption[]
  dimension: OptionGroup['dimension']
  isOnTable: boolean
  /** Options that the policy could not draw. */
  over: readonly string[] | undefined
}

/** Memoised by option objects, which snapshots share while unchanged. */
const Cells = memo(function Cells({ options, largest, chosen, pending, over, isOnTable, ...shared }: CellsProps) {
  return options.map(option => (
    <OptionCell
      key={option.drawno}
      option={option}
      heat={heatOf(option.liability, largest)}
      isChosen={option.drawno === chosen}
      isPending={option.drawno === pending}
      isOver={over?.includes(option.drawno) ?? false}
      {...shared}
      {...(isOnTable ? tablePosition(option.drawno) : undefined)}
    />
  ))
}, isSameCells)

function isSameCells(
  { options: a, over: aOver = [], ...before }: CellsProps,
  { options: b, over: bOver = [], ...after }: CellsProps,
): boolean {
  const names = Object.keys(before) as (keyof typeof before)[]
  return names.every(name => before[name] === after[name]) && isSame(a, b) && isSame(aOver, bOver)
}

const isSame = <T,>(a: readonly T[], b: readonly T[]) => a.length === b.length && a.every((each, at) => each === b[at])

type JumpBarProps = { groups: readonly OptionGroup[]; idOf: (group: OptionGroup) => string }

/** Scrolls to one of the hundreds of a long grid. */
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

/** Screen-reader summary of the grid; a description, so it is not announced on every update. */
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
