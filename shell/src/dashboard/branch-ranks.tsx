import './branch-ranks.css'
import type { Dashboard, TurnoverRow } from '@cascade/contracts/reports'
import { Amount, Card } from '@cascade/ui-kit'
import { useActor } from '@cascade/web-kit'
import type { CSSProperties } from 'react'
import { Link } from 'react-router-dom'
import { shellTexts } from '../texts'

export function BranchRanks({ branches = [] }: Pick<Dashboard, 'branches'>) {
  const text = shellTexts.useText()
  const { role } = useActor()
  const playPointsMax = branches[0]?.playPoints ?? 0
  const all = <Link to={`/${role}/turnoverreport?preset=7`}>{text('turnover')}</Link>
  return (
    <Card title={text('branches')} extra={all}>
      {branches.length === 0 ? (
        <p className="shell-card-note">{text('noBranches')}</p>
      ) : (
        <table className="shell-branches">
          <thead>
            <tr>
              <th scope="col">{text('branch')}</th>
              <th scope="col">{text('play')}</th>
              <th scope="col">{text('net')}</th>
              <th scope="col" title={text('marginHint')}>
                {text('margin')}
              </th>
            </tr>
          </thead>
          <tbody>
            {branches.map(branch => (
              <tr key={branch.id}>
                <th scope="row" style={{ '--share': shareOf(branch, playPointsMax) } as CSSProperties}>
                  <Link to={`/${role}/${branch.role}/players/details/${branch.id}`}>{branch.username}</Link>
                </th>
                <td>
                  <Amount value={branch.playPoints} />
                </td>
                <td>
                  <Amount value={branch.net} />
                </td>
                <td>{formatMargin(branch)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  )
}

const shareOf = ({ playPoints }: TurnoverRow, playPointsMax: number) =>
  playPointsMax > 0 ? Math.max(0, playPoints) / playPointsMax : 0

/** Net in percent of play. */
function formatMargin({ net, playPoints }: TurnoverRow): string {
  if (playPoints === 0) return '–'
  return `${((100 * net) / playPoints).toFixed(1).replace('-', '−')} %`
}
