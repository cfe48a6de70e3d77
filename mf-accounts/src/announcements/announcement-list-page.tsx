import './announcements.css'
import { roleLabels } from '@cascade/contracts'
import { type Announcement, announcementApi, announcementTexts } from '@cascade/contracts/accounts'
import type { Column } from '@cascade/ui-kit/data'
import { EditableList } from '@cascade/ui-kit/forms'
import { AnnouncementForm } from './announcement-form'
import { announcementsSource, useRemoveAnnouncement } from './calls'
import { announcementPageTexts } from './texts'

/** The user's own announcements. */
export default function AnnouncementListPage() {
  const text = announcementPageTexts.useText()
  return (
    <EditableList
      id="accounts.announcements"
      title={text('announcements')}
      note={text('announcementsNote')}
      empty={text('noAnnouncements')}
      text={text}
      api={announcementApi}
      columns={announcementColumns}
      source={announcementsSource}
      nameOf={row => row.text}
      remove={useRemoveAnnouncement()}
      removal={row => ({
        text: text('removeText', { text: row.text }),
        done: announcementTexts.removed,
        failed: text('removeFailed'),
      })}
      form={(announcement, close) => <AnnouncementForm announcement={announcement} onClose={close} />}
    />
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
