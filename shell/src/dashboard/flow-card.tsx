import './flow-card.css'
import type { Dashboard } from '@cascade/contracts/reports'
import { Amount, Card } from '@cascade/ui-kit'
import { shellTexts } from '../texts'

export function FlowCard({ flow }: Pick<Dashboard, 'flow'>) {
  const text = shellTexts.useText()
  return (
    <Card title={text('flow')}>
      <table className="shell-flow">
        <thead>
          <tr>
            <td />
            <th scope="col">{text('today')}</th>
            <th scope="col">{text('yesterday')}</th>
          </tr>
        </thead>
        <tbody>
          {(['in', 'out'] as const).map(way => (
            <tr key={way}>
              <th scope="row">{text(way === 'in' ? 'flowIn' : 'flowOut')}</th>
              <td>
                <Amount value={flow.today[way]} />
              </td>
              <td>
                <Amount value={flow.yesterday[way]} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}
