import { peopleTexts as answers, type Person, peopleApi, viewApi } from '@cascade/contracts/accounts'
import { ActivateIcon, DeactivateIcon, useOutcomeToast, ViewIcon } from '@cascade/ui-kit'
import type { Column, RowAction } from '@cascade/ui-kit/data'
import { EditableList } from '@cascade/ui-kit/forms'
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
  const change = useChangePerson()
  const [viewed, setViewed] = useState<Person>()

  const toggle = ({ _id: id, status }: Person) =>
    showOutcome(change.mutateAsync({ params: { id }, body: { status: status === 'active' ? 'inactive' : 'active' } }), {
      done: answers.changed,
      failed: text('failed'),
    })
  const actionsOf = (row: Person): RowAction[] => [
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
  ]
  return (
    <>
      <EditableList
        id="accounts.people"
        title={text('people')}
        note={text('peopleNote')}
        empty={text('noPeople')}
        text={text}
        api={peopleApi}
        columns={peopleColumns}
        source={peopleSource}
        nameOf={({ name }) => name}
        actionsOf={actionsOf}
        remove={useRemovePerson()}
        removal={({ name }) => ({
          text: text('removeText', { name }),
          done: answers.removed,
          failed: text('failed'),
        })}
        form={(person, close) => <PersonForm person={person} onClose={close} />}
      />
      <OwnRightsCard />
      {viewed && <ViewAsDialog userId={viewed._id} name={viewed.name} onClose={() => setViewed(undefined)} />}
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
