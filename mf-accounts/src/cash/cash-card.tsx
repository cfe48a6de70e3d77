import '../shared/shared.css'
import './cash.css'
import { Button, Card, StateSwitch } from '@cascade/ui-kit'
import { useActor, useAddress } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router-dom'
import { paths } from '../paths'
import { cashAccountQuery } from './calls'
import { describeBalance } from './cash-words'
import { RecordPayment } from './record-payment'
import { currentAccountTexts } from './texts'

/** Balance of an account with its parent, and open balances with earlier parents. */
export function CashCard({ userId }: { userId: string }) {
  const text = currentAccountTexts.useText()
  const address = useAddress()
  const navigate = useNavigate()
  const { _id: viewerId } = useActor()
  const query = useQuery(cashAccountQuery(userId))
  const to = address(paths.cash, { userId })
  return (
    <Card title={text('currentAccount')} className="accounts-cash">
      <StateSwitch query={query}>
        {({ account }) => (
          <>
            <p className="accounts-cash-balance">{describeBalance(account, viewerId)}</p>
            {account.former.map(({ parent, balance }) => (
              <p key={parent._id}>
                <Link to={`${to}?${new URLSearchParams({ parentId: parent._id })}`}>
                  {text('former', { balance: describeBalance({ parent, child: account.child, balance }, viewerId) })}
                </Link>
              </p>
            ))}
            <p className="accounts-lined-none">{text('cashNote')}</p>
            <div className="accounts-buttons">
              <RecordPayment account={account} />
              <Button onClick={() => void navigate(to)}>{text('entries')}</Button>
            </div>
          </>
        )}
      </StateSwitch>
    </Card>
  )
}
