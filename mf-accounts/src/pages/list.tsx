import { AddIcon, Button, PageHeader } from '@cascade/ui-kit'
import { Link } from 'react-router-dom'
import { AccountTable } from '../features/lists/account-table'
import type { Level } from '../levels/levels'
import { useLinks } from '../routing/use-links'
import { accountsTexts } from '../texts'

/** The accounts of one level in the actor's scope. */
export default function ListPage({ level }: { level: Level }) {
  const text = accountsTexts.useText()
  const links = useLinks()
  const { role, create } = level
  const buttons = create && (
    <>
      <Link to={links.bulkCreate(role)}>
        <Button>{text('bulkCreate')}</Button>
      </Link>
      <Link to={links.create(role)}>
        <Button type="primary" icon={<AddIcon />}>
          {create.button}
        </Button>
      </Link>
    </>
  )
  return (
    <>
      <PageHeader title={level.title} actions={buttons} />
      <AccountTable level={level} exportAs={level.export} />
    </>
  )
}
