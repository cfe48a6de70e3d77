import '../credit/credit.css'
import { reversalApi, type Transfer } from '@cascade/contracts/accounts'
import { Amount, Card, formatActor, Moment, PageHeader, StateSwitch, useReturnToList } from '@cascade/ui-kit'
import { isReversible, ReversalLink } from '@cascade/ui-kit/data'
import { readQuery, useAddress, useMayCall } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router-dom'
import { paths } from '../paths'
import { ReversalForm } from './reversal-form'
import { transferTexts } from './texts'

/** A transfer with its reversal, or the form that reverses it. */
export default function TransferPage() {
  const text = transferTexts.useText()
  const address = useAddress()
  const { transferId = '' } = useParams()
  const query = useQuery(readQuery(reversalApi.read, { params: { transferId } }))
  const mayReverse = useMayCall(reversalApi.reverse)
  const returnToList = useReturnToList(address(paths.transactions))
  return (
    <>
      <PageHeader title={text('transfer')} onBack={returnToList.now} />
      <StateSwitch query={query}>
        {transfer => (
          <Card>
            <TransferFacts transfer={transfer} />
            {mayReverse && isReversible(transfer) && <ReversalForm key={transferId} transfer={transfer} />}
          </Card>
        )}
      </StateSwitch>
    </>
  )
}

function TransferFacts({ transfer }: { transfer: Transfer }) {
  const text = transferTexts.useText()
  const address = useAddress()
  const { transferId, kind, amount, from, to, note, by, createdAt } = transfer
  const inReports = `${address(paths.transactions)}?${new URLSearchParams({ q: transfer.reverses?.transferId ?? transferId })}`
  return (
    <section className="accounts-receipt" aria-label={text('transfer')}>
      <p className="accounts-receipt-what">
        <Amount value={amount} /> <span>{from.username}</span> <span aria-hidden="true">→</span>{' '}
        <span>{to.username}</span>
      </p>
      <p>
        {text(`kind_${kind}` as 'kind_transfer')} · <Moment at={createdAt} /> · {text('by')} {formatActor(by, by.role)}
      </p>
      {note && <p>{note}</p>}
      <p className="accounts-receipt-reference">
        {text('reference')} {transferId}
      </p>
      <p>
        <ReversalLink row={transfer} />
      </p>
      <p>
        <Link to={inReports}>{text('inReports')}</Link>
      </p>
    </section>
  )
}
