import './announcements.css'
import { roleLabels } from '@cascade/contracts'
import { type Announcement, announcementApi, announcementTexts } from '@cascade/contracts/accounts'
import { AddIcon, Button, DeleteIcon, Drawer, EditIcon, PageHeader, RemoteBoundary, useRemoval } from '@cascade/ui-kit'
import { type Column, DataTable, RowActions } from '@cascade/ui-kit/data'
import { useListState, useMayCall } from '@cascade/web-kit'
import { useState } from 'react'
import { AnnouncementForm } from './announcement-form'
import { announcementsSource, useRemoveAnnouncement } from './calls'
import { announcementPageTexts } from './texts'

/** The user's own announcements. */
export default function AnnouncementListPage() {
  const text = announcementPageTexts.useText()
  const list = useListState()
  const removal = useRemoval()
  const remove = useRemoveAnnouncement()
  const [form, setForm] = useState<{ announcement?: Announcement }>()
  const close = () => setForm(undefined)

  const removeConfirmed = ({ _id: id, text: words }: Announcement) =>
    removal(() => remove.mutateAsync({ params: { id } }), {
      title: text('removeTitle'),
      text: text('removeText', { text: words }),
      confirmLabel: text('remove'),
      done: announcementTexts.removed,
      failed: text('removeFailed'),
    })
  const mayAdd = useMayCall(announcementApi.create)
  const renderAddButton = (label: string) =>
    mayAdd && (
      <Button type="primary" icon={<AddIcon />} onClick={() => setForm({})}>
        {label}
      </Button>
    )
  const columns: Column<Announcement>[] = [
    ...announcementColumns,
    {
      key: 'action',
      title: text('actions'),
      hideable: false,
      pinned: 'right',
      render: row => (
        <RowActions
          of={row.text}
          actions={[
            {
              key: 'edit',
              label: text('edit'),
              icon: <EditIcon />,
              onClick: () => setForm({ announcement: row }),
              call: announcementApi.change,
            },
            {
              key: 'remove',
              label: text('remove'),
              icon: <DeleteIcon />,
              danger: true,
              onClick: () => void removeConfirmed(row),
              call: announcementApi.remove,
            },
          ]}
        />
      ),
    },
  ]
  return (
    <>
      <PageHeader
        title={text('announcements')}
        note={text('announcementsNote')}
        actions={renderAddButton(text('add'))}
      />
      <DataTable
        id="accounts.announcements"
        columns={columns}
        rowKey={({ _id }) => _id}
        source={announcementsSource}
        list={list}
        search={false}
        empty={text('noAnnouncements')}
        emptyAction={renderAddButton(text('addFirst'))}
      />
      <Drawer
        open={form !== undefined}
        onClose={close}
        title={text(form?.announcement ? 'editTitle' : 'add')}
        size="min(520px, 100vw)"
        destroyOnHidden
      >
        <RemoteBoundary>
          <AnnouncementForm announcement={form?.announcement} onClose={close} />
        </RemoteBoundary>
      </Drawer>
    </>
  )
}

const { text: title } = announcementPageTexts

const listRoles = ({ roles }: Announcement) => roles.map(role => roleLabels[role]).join(', ')
const Wrapped = ({ text }: { text: string }) => <p className="accounts-announcement">{text}</p>

const announcementColumns: readonly Column<Announcement>[] = [
  { key: 'text', title: title('text'), value: ({ text }) => text, render: ({ text }) => <Wrapped text={text} /> },
  { key: 'roles', title: title('roles'), value: listRoles, render: row => <Wrapped text={listRoles(row)} /> },
  { key: 'level', title: title('level'), value: ({ level }) => title(`level_${level}`) },
  { key: 'from', title: title('from'), value: ({ from }) => from, kind: 'dateTime' },
  { key: 'to', title: title('to'), value: ({ to }) => to, kind: 'dateTime' },
]
