import './watch.css'
import { watchApi, watchRuleIds, watchStates } from '@cascade/contracts/reports'
import { Button, Drawer, PageHeader, RemoteBoundary } from '@cascade/ui-kit'
import { DataTable, Filters, SettingsIcon } from '@cascade/ui-kit/data'
import { useActor, useListState, useMayCall } from '@cascade/web-kit'
import { useState } from 'react'
import { watchFilters, watchSource } from './calls'
import { RulesForm } from './rules-form'
import { watchPageTexts } from './texts'
import { watchColumns, watchLine } from './watch-columns'

/** Players of the user's subtree that a rule found. */
export default function WatchListPage() {
  const text = watchPageTexts.useText()
  const { _id: ownId } = useActor()
  const list = useListState({ filters: watchFilters })
  const [isEditing, setEditing] = useState(false)
  const mayEdit = useMayCall(watchApi.setRules)
  const close = () => setEditing(false)
  const states = watchStates.map(value => ({ value, label: text(`state_${value}`) }))
  const rules = watchRuleIds.map(value => ({ value, label: text(`rule_${value}`) }))
  const assignees = [{ value: ownId, label: text('toMe') }]
  return (
    <>
      <PageHeader
        title={text('watch')}
        note={text('watchNote')}
        actions={
          mayEdit && (
            <Button icon={<SettingsIcon />} onClick={() => setEditing(true)}>
              {text('rules')}
            </Button>
          )
        }
      />
      <DataTable
        id="reports.watch"
        columns={watchColumns}
        rowKey={({ _id }) => _id}
        nameOf={({ account }) => account.username}
        source={watchSource}
        list={list}
        search={false}
        filters={
          <Filters
            list={list}
            fields={[
              { kind: 'choice', name: 'state', label: text('state'), options: states },
              { kind: 'choice', name: 'rule', label: text('rule'), options: rules },
              { kind: 'choice', name: 'assignee', label: text('assignee'), options: assignees },
            ]}
          />
        }
        exportAs={{ file: 'Watch.xlsx', sheet: 'Watch' }}
        numbered={false}
        phone={{ line: watchLine }}
        empty={text('noRows')}
      />
      <Drawer open={isEditing} onClose={close} title={text('rules')} size="min(560px, 100vw)" destroyOnHidden>
        <RemoteBoundary>
          <RulesForm onClose={close} />
        </RemoteBoundary>
      </Drawer>
    </>
  )
}
