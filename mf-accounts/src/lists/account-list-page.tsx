import { AddIcon, Button, PageHeader } from '@cascade/ui-kit'
import { useAddress } from '@cascade/web-kit'
import { useNavigate } from 'react-router-dom'
import type { Level } from '../levels'
import { paths } from '../paths'
import { RunActions } from '../runs/run-actions'
import { texts } from '../texts'
import { AccountTable } from './account-table'

/** The accounts of one level in the actor's scope. */
export default function AccountListPage({ level }: { level: Level }) {
  const text = texts.useText()
  const address = useAddress()
  const navigate = useNavigate()
  const { role, create } = level
  const buttons = create && (
    <>
      <Button onClick={() => void navigate(address(paths.runs, {}))}>{text('runs')}</Button>
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
        bulk={selected => <RunActions level={level} {...selected} />}
      />
    </>
  )
}
