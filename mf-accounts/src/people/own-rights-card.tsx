import './people.css'
import { peopleTexts as answers, type RightsRow, rightsApi } from '@cascade/contracts/accounts'
import { AddIcon, Button, Card, DeleteIcon, Drawer, EditIcon, RemoteBoundary, useRemoval } from '@cascade/ui-kit'
import { RowActions } from '@cascade/ui-kit/data'
import { useMayCall } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { rightsQuery, useRemoveRights } from './calls'
import { RightsForm } from './rights-form'
import { peopleTexts } from './texts'

/** Rights that the account has composed by itself. */
export function OwnRightsCard() {
  const text = peopleTexts.useText()
  const removal = useRemoval()
  const remove = useRemoveRights()
  const mayAdd = useMayCall(rightsApi.create)
  const { data: rights = [] } = useQuery(rightsQuery())
  const [form, setForm] = useState<{ rights?: RightsRow }>()
  const close = () => setForm(undefined)

  const removeConfirmed = ({ _id: id }: RightsRow) =>
    removal(() => remove.mutateAsync({ params: { id } }), {
      title: text('removeRights'),
      text: text('removeRightsText'),
      confirmLabel: text('remove'),
      done: answers.rightsRemoved,
      failed: text('rightsFailed'),
    })
  const title = text(form?.rights ? 'editRights' : 'addRights')
  return (
    <Card
      className="accounts-rights-card"
      title={text('rightsTitle')}
      extra={
        mayAdd && (
          <Button icon={<AddIcon />} onClick={() => setForm({})}>
            {text('addRights')}
          </Button>
        )
      }
    >
      <p>{text('rightsNote')}</p>
      <ul className="accounts-rights">
        {rights
          .filter(({ isStandard }) => !isStandard)
          .map(row => (
            <li key={row._id}>
              <span>{row.name}</span>
              <RowActions
                of={row.name}
                actions={[
                  {
                    key: 'edit',
                    label: text('edit'),
                    icon: <EditIcon />,
                    onClick: () => setForm({ rights: row }),
                    call: rightsApi.change,
                  },
                  {
                    key: 'remove',
                    label: text('remove'),
                    icon: <DeleteIcon />,
                    danger: true,
                    onClick: () => void removeConfirmed(row),
                    call: rightsApi.remove,
                  },
                ]}
              />
            </li>
          ))}
      </ul>
      <Drawer open={form !== undefined} onClose={close} title={title} size="min(560px, 100vw)" destroyOnHidden>
        <RemoteBoundary>
          <RightsForm rights={form?.rights} onClose={close} />
        </RemoteBoundary>
      </Drawer>
    </Card>
  )
}
