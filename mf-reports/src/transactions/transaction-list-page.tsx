import { reversalApi } from '@cascade/contracts/accounts'
import type { Transaction } from '@cascade/contracts/reports'
import { Button, PageHeader, useNarrow } from '@cascade/ui-kit'
import { type Column, DataTable, RowActions, useReverseAction } from '@cascade/ui-kit/data'
import { useActor, useAddress, useListState } from '@cascade/web-kit'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { paths } from '../paths'
import { SumList } from '../shared/sums'
import { texts } from '../texts'
import { transactionFilters, transactionsSource } from './calls'
import { narrowColumns, transactionColumns, transactionExportColumns, transactionLine } from './transaction-columns'
import { TransactionFilters, transactionFacts } from './transaction-filters'

const transactionsFile = { file: 'TransactionsList.xlsx', sheet: 'Transactions', columns: transactionExportColumns }

export default function TransactionListPage() {
  const text = texts.useText()
  const queryClient = useQueryClient()
  const { _id: currentId } = useActor()
  const address = useAddress()
  const navigate = useNavigate()
  const isNarrow = useNarrow(1400)
  const list = useListState({ filters: transactionFilters, takesAsOf: true })
  const actionsOf = useReverseAction(reversalApi.reverse)
  const nameOf = ({ userId, toUserId }: Transaction) => `${userId} → ${toUserId}`
  const action: Column<Transaction> = {
    key: 'action',
    title: text('action'),
    hideable: false,
    pinned: 'right',
    render: row => <RowActions of={nameOf(row)} actions={actionsOf(row, row._id)} />,
  }
  return (
    <>
      <PageHeader title={text('transactionReport')} />
      <DataTable
        id="reports.transactions"
        columns={[...(isNarrow ? narrowColumns : transactionColumns), action]}
        rowKey={transaction => transaction._id}
        source={transactionsSource({ queryClient, currentId })}
        list={list}
        search={text('searchTransactions')}
        filters={<TransactionFilters list={list} />}
        summary={({ sums }) =>
          sums && (
            <SumList
              sums={[
                { label: text('credit'), value: sums.credit },
                { label: text('debit'), value: sums.debit },
              ]}
            />
          )
        }
        emptyAction={<Button onClick={() => void navigate(address(paths.players))}>{text('toPlayers')}</Button>}
        exportAs={transactionsFile}
        onPaper={() => ({ facts: transactionFacts(list) })}
        nameOf={nameOf}
        phone={{ line: transactionLine }}
      />
    </>
  )
}
