import { type Account, accountApi } from '@cascade/contracts/accounts'
import { AddIcon, Button, PageHeader, useNarrow } from '@cascade/ui-kit'
import { useAddress, useMayCall, useMayChange } from '@cascade/web-kit'
import { useNavigate, useSearchParams } from 'react-router-dom'
import type { Level } from '../levels'
import { paths } from '../paths'
import { RunActions } from '../runs/run-actions'
import { texts } from '../texts'
import { AccountTable } from './account-table'

export default function AccountListPage({ level }: { level: Level }) {
  const text = texts.useText()
  const address = useAddress()
  const navigate = useNavigate()
  const { role } = level
  const create = useMayCall(accountApi[role].create) && level.create
  const mayRun = useMayChange('runs.manage')
  const phone = useNarrow(600)
  const action = useCreditChoice()
  const choose = (account: Account) =>
    void navigate(address(paths.credit, { level: role, id: account._id, action: action ?? '' }))
  // On a phone these are among the list tools.
  const more = (
    <>
      <Button onClick={() => void navigate(address(paths.runs, {}))}>{text('runs')}</Button>
      {create && mayRun && (
        <Button onClick={() => void navigate(address(paths.bulkCreate, { level: role }))}>{text('bulkCreate')}</Button>
      )}
    </>
  )
  const buttons = (
    <>
      {!phone && more}
      {create && (
        <Button type="primary" icon={<AddIcon />} onClick={() => void navigate(address(paths.create, { level: role }))}>
          {create.button}
        </Button>
      )}
    </>
  )
  return (
    <>
      <PageHeader
        title={level.title}
        actions={action ? undefined : buttons}
        note={action && text(action === 'credittransfer' ? 'chooseReceiver' : 'choosePayer')}
      />
      <AccountTable
        level={level}
        background={{ level: role, route: { view: 'list' } }}
        exportAs={level.export}
        onOpen={action && choose}
        actions={phone && more}
        bulk={selected => <RunActions level={level} {...selected} />}
      />
    </>
  )
}

/** Credit action for the tapped account, if the phone's start page linked here to choose one. */
function useCreditChoice() {
  const phone = useNarrow(600)
  const [search] = useSearchParams()
  const requested = search.get('for')
  return phone ? creditActions.find(action => action === requested) : undefined
}

const creditActions = ['credittransfer', 'creditadjust'] as const
