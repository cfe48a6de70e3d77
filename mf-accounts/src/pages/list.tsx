import { AddIcon, Button, PageHeader } from '@cascade/ui-kit'
import { useNavigate } from 'react-router-dom'
import { AccountTable } from '../features/lists/account-table'
import type { Level } from '../levels/levels'
import { useLinks } from '../routing/use-links'
import { accountsTexts } from '../texts'

/** The accounts of one level in the actor's scope. */
export default function ListPage({ level }: { level: Level }) {
  const text = accountsTexts.useText()
  const links = useLinks()
  const navigate = useNavigate()
  const { role, create } = level
  const buttons = create && (
    <>
      <Button onClick={() => void navigate(links.bulkCreate(role))}>{text('bulkCreate')}</Button>
      <Button type="primary" icon={<AddIcon aria-hidden />} onClick={() => void navigate(links.create(role))}>
        {create.button}
      </Button>
    </>
  )
  return (
    <>
      <PageHeader title={level.title} actions={buttons} />
      <AccountTable level={level} exportAs={level.export} />
    </>
  )
}
