import { peopleTexts as answers, type Person, peopleApi, viewApi } from '@cascade/contracts/accounts'
import {
  ActivateIcon,
  AddIcon,
  Button,
  DeactivateIcon,
  DeleteIcon,
  Drawer,
  EditIcon,
  PageHeader,
  RemoteBoundary,
  useOutcomeToast,
  useRemoval,
  ViewIcon,
} from '@cascade/ui-kit'
import { type Column, DataTable, RowActions } from '@cascade/ui-kit/data'
import { useListState, useMayCall } from '@cascade/web-kit'
import { useState } from 'react'
import { viewAsTexts } from '../view-as/texts'
import { ViewAsDialog } from '../view-as/view-as-dialog'
import { peopleSource, useChangePerson, useRemovePerson } from './calls'
import { OwnRightsCard } from './own-rights-card'
import { PersonForm } from './person-form'
import { nameOfRights } from './rights-name'
import { peopleTexts } from './texts'

/** The people who act for the user's account. */
export default function PeoplePage() {
  const text = peopleTexts.useText()
  const showOutcome = useOutcomeToast()
  const removal = useRemoval()
  const list = useListState()
  const change = useChangePerson()
  const remove = useRemovePerson()
  const [form, setForm] = useState<{ person?: Person }>()
  const [viewed, setViewed] = useState<Person>()
  const close = () => setForm(undefined)

  const removeConfirmed = ({ _id: id, name }: Person) =>
    removal(() => remove.mutateAsync({ params: { id } }), {
      title: text('removeTitle'),
      text: text('removeText', { name }),
      confirmLabel: text('remove'),
      done: answers.removed,
      failed: text('failed'),
    })
  const toggle = ({ _id: id, status }: Person) =>
    showOutcome(change.mutateAsync({ params: { id }, body: { status: status === 'active' ? 'inactive' : 'active' } }), {
      done: answers.changed,
      failed: text('failed'),
    })
  const mayAdd = useMayCall(peopleApi.create)
  const renderAddButton = (label: string) =>
    mayAdd && (
      <Button type="primary" icon={<AddIcon />} onClick={() => setForm({})}>
        {label}
      </Button>
    )
  const columns: Column<Person>[] = [
    ...peopleColumns,
    {
      key: 'action',
      title: text('actions'),
      hideable: false,
      pinned: 'right',
      render: row => (
        <RowActions
          of={row.name}
          actions={[
            {
              key: 'edit',
              label: text('edit'),
              icon: <EditIcon />,
              onClick: () => setForm({ person: row }),
              call: peopleApi.change,
            },
            {
              key: 'viewAs',
              label: viewAsTexts.text('viewAs'),
              icon: <ViewIcon />,
              onClick: () => setViewed(row),
              call: viewApi.begin,
              disabled: row.status !== 'active',
            },
            {
              key: 'status',
              label: text(row.status === 'active' ? 'deactivate' : 'activate'),
              icon: row.status === 'active' ? <DeactivateIcon /> : <ActivateIcon />,
              onClick: () => void toggle(row),
              call: peopleApi.change,
            },
            {
              key: 'remove',
              label: text('remove'),
              icon: <DeleteIcon />,
              danger: true,
              onClick: () => void removeConfirmed(row),
              call: peopleApi.remove,
            },
          ]}
        />
      ),
    },
  ]
  return (
    <>
      <PageHeader title={text('people')} note={text('peopleNote')} actions={renderAddButton(text('add'))} />
      <DataTable
        id="accounts.people"
        columns={columns}
        rowKey={({ _id }) => _id}
        source={peopleSource}
        list={list}
        search={false}
        empty={text('noPeople')}
        emptyAction={renderAddButton(text('addFirst'))}
      />
      <OwnRightsCard />
      {viewed && <ViewAsDialog userId={viewed._id} name={viewed.name} onClose={() => setViewed(undefined)} />}
      <Drawer
        open={form !== undefined}
        onClose={close}
        title={text(form?.person ? 'editTitle' : 'add')}
        size="min(560px, 100vw)"
        destroyOnHidden
      >
        <RemoteBoundary>
          <PersonForm person={form?.person} onClose={close} />
        </RemoteBoundary>
      </Drawer>
    </>
  )
}

const { text: title } = peopleTexts

const peopleColumns: readonly Column<Person>[] = [
  { key: 'name', title: title('name'), value: ({ name }) => name },
  { key: 'username', title: title('username'), value: ({ username }) => username },
  { key: 'rights', title: title('rights'), value: ({ rights }) => nameOfRights({ _id: rights, name: rights }, title) },
  { key: 'status', title: title('status'), value: ({ status }) => title(`status_${status}`) },
  {
    key: 'factors',
    title: title('factors'),
    value: ({ factors }) => factors.map(kind => title(`factor_${kind}`)).join(', ') || title('none'),
  },
  { key: 'lastLogin', title: title('lastLogin'), value: ({ lastLogin }) => lastLogin ?? '', kind: 'dateTime' },
]
