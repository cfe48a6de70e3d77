import { AddIcon, Button, PageHeader } from '@cascade/ui-kit'
import { useAddress } from '@cascade/web-kit'
import { useNavigate } from 'react-router-dom'
import { BulkActions } from '../features/bulk-actions/components/bulk-actions'
import { AccountTable } from '../features/lists/components/account-table'
import type { Level } from '../levels/levels'
import { paths } from '../paths'
import { texts } from '../texts'

/** The accounts of one level in the actor's scope. */
export default function AccountListPage({ level }: { level: Level }) {
  const text = texts.useText()
  const address = useAddress()
  const navigate = useNavigate()
  const { role, create } = level
  const buttons = create && (
    <>
      <Button onClick={() => void navigate(address(paths.bulkCreate, { level: role }))}>{text('bulkCreate')}</Button>
      <Button type="primary" icon={<AddIcon />} onClick={() => void navigate(address(paths.create, { level: role }))}>
        {create.button}
      </Button>
    </>
  )
  return (
    <>
      <PageHeader title={level.title} actions={buttons} />
      <AccountTable
        level={level}
        under={{ level: role, place: { view: 'list' } }}
        exportAs={level.export}
        bulk={selected => <BulkActions level={level} {...selected} />}
      />
    </>
  )
}
