import './announcements.css'
import { roleLabels } from '@cascade/contracts'
import { type Announcement, announcementApi, announcementTexts } from '@cascade/contracts/accounts'
import {
  AddIcon,
  Button,
  DeleteIcon,
  Drawer,
  EditIcon,
  PageHeader,
  RemoteBoundary,
  useConfirm,
  useToasts,
} from '@cascade/ui-kit'
import { type Column, DataTable, RowActions } from '@cascade/ui-kit/data'
import { messageOf, useListState, useMayCall } from '@cascade/web-kit'
import { useState } from 'react'
import { AnnouncementForm } from './announcement-form'
import { announcementsSource, useRemoveAnnouncement } from './calls'
import { announcementPageTexts } from './texts'

/** The user's own announcements. */
export default function AnnouncementListPage() {
  const text = announcementPageTexts.useText()
  const toasts = useToasts()
  const confirm = useConfirm()
  const list = useListState()
  const remove = useRemoveAnnouncement()
  const [form, setForm] = useState<{ announcement?: Announcement }>()
  const close = () => setForm(undefined)

  const removeConfirmed = async ({ _id: id, text: words }: Announcement) => {
    const request = { title: text('removeTitle'), text: text('removeText', { text: words }) }
    if (!(await confirm({ ...request, confirmLabel: text('remove'), destructive: true }))) return
    try {
      const { message } = await remove.mutateAsync({ params: { id } })
      toasts.success(message ?? announcementTexts.removed)
    } catch (error) {
      toasts.error(messageOf(error, text('removeFailed')))
    }
  }
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
