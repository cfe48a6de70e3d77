import './jump-bar.css'
import { texts } from '../../../texts'
import type { OptionGroup } from './groups'

type Props = { groups: readonly OptionGroup[]; idOf: (group: OptionGroup) => string }

/** Leads to one of the hundreds of a long grid. */
export function JumpBar({ groups, idOf }: Props) {
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
