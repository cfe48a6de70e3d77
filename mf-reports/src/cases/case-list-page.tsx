import './cases.css'
import { type Role, roleLabels } from '@cascade/contracts'
import { type CaseRow, caseApi, caseStates } from '@cascade/contracts/reports'
import { AddIcon, Button, Drawer, formatActor, Moment, PageHeader, RemoteBoundary, StatusBadge } from '@cascade/ui-kit'
import { type Column, DataTable, Filters, type RowLine } from '@cascade/ui-kit/data'
import { useActor, useAddress, useListState, useMayCall } from '@cascade/web-kit'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { paths } from '../paths'
import { caseFilters, casesSource } from './calls'
import { CaseForm } from './case-form'
import { casePageTexts } from './texts'

/** Cases of the user's subtree. */
export default function CaseListPage() {
  const text = casePageTexts.useText()
  const { _id: ownId } = useActor()
  const list = useListState({ filters: caseFilters })
  const navigate = useNavigate()
  const address = useAddress()
  const [isNew, setIsNew] = useState(false)
  const mayOpen = useMayCall(caseApi.create)
  const close = () => setIsNew(false)
  const states = caseStates.map(value => ({ value, label: text(`state_${value}`) }))
  const assignees = [{ value: ownId, label: text('toMe') }]
  return (
    <>
      <PageHeader
        title={text('cases')}
        note={text('casesNote')}
        actions={
          mayOpen && (
            <Button type="primary" icon={<AddIcon />} onClick={() => setIsNew(true)}>
              {text('newCase')}
            </Button>
          )
        }
      />
      <DataTable
        id="reports.cases"
        columns={caseColumns}
        rowKey={({ _id }) => _id}
        source={casesSource()}
        list={list}
        search={text('search')}
        filters={
          <Filters
            list={list}
            fields={[
              { kind: 'choice', name: 'state', label: text('state'), options: states },
              { kind: 'choice', name: 'assignee', label: text('assignee'), options: assignees },
            ]}
          />
        }
        exportAs={{ file: 'Cases.xlsx', sheet: 'Cases' }}
        numbered={false}
        phone={{ line: caseLine, onOpen: ({ _id: id }) => void navigate(address(paths.case, { id })) }}
        empty={text('noCases')}
      />
      <Drawer open={isNew} onClose={close} title={text('newCase')} size="min(520px, 100vw)" destroyOnHidden>
        <RemoteBoundary>
          <CaseForm onClose={close} />
        </RemoteBoundary>
      </Drawer>
    </>
  )
}

const { text } = casePageTexts

export const describeSender = ({ account, contact }: Pick<CaseRow, 'account' | 'contact'>): string =>
  account ? `${formatActor(account)}, ${roleLabels[account.role as Role]}` : (contact?.fullName ?? '')

export const CaseState = ({ state }: Pick<CaseRow, 'state'>) => (
  <StatusBadge tone={state === 'open' ? 'warning' : 'success'}>{text(`state_${state}`)}</StatusBadge>
)

const caseLine = (row: CaseRow): RowLine => ({
  title: text('caseTitle', { number: String(row.number), subject: row.subject }),
  notes: [row.account?.username ?? row.contact?.fullName, <Moment key="createdAt" at={row.createdAt} />],
  state: <CaseState {...row} />,
})

function CaseLink({ _id: id, subject }: CaseRow) {
  const address = useAddress()
  return (
    <Link className="reports-case-subject" to={address(paths.case, { id })}>
      {subject}
    </Link>
  )
}

const caseColumns: readonly Column<CaseRow>[] = [
  { key: 'number', title: text('number'), value: row => row.number, kind: 'count' },
  { key: 'subject', title: text('subject'), value: row => row.subject, render: row => <CaseLink {...row} /> },
  { key: 'account', title: text('account'), value: describeSender },
  {
    key: 'state',
    title: text('state'),
    value: row => text(`state_${row.state}`),
    render: row => <CaseState {...row} />,
  },
  { key: 'assignee', title: text('assignee'), value: row => row.assignee?.username ?? text('unassigned') },
  { key: 'createdAt', title: text('createdAt'), value: row => row.createdAt, kind: 'dateTime' },
  { key: 'changedAt', title: text('changedAt'), value: row => row.changedAt, kind: 'dateTime' },
]
