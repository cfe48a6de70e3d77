import { type Time, timeApi } from '@cascade/contracts/games'
import { AddIcon, Button, PageHeader } from '@cascade/ui-kit'
import { type Column, DataTable } from '@cascade/ui-kit/data'
import { useAddress, useListState, useMayCall } from '@cascade/web-kit'
import { useNavigate } from 'react-router-dom'
import { paths } from '../paths'
import { texts } from '../texts'
import { timesSource } from './calls'

export default function TimeListPage() {
  const text = texts.useText()
  const list = useListState()
  const address = useAddress()
  const navigate = useNavigate()
  const canAdd = useMayCall(timeApi.create)
  const renderAddButton = (label: string) => (
    <Button type="primary" icon={<AddIcon />} onClick={() => void navigate(address(paths.createTime))}>
      {label}
    </Button>
  )
  return (
    <>
      <PageHeader title={text('timeMaster')} actions={canAdd && renderAddButton(text('addTime'))} />
      <DataTable
        id="games.time"
        columns={timeColumns}
        rowKey={time => time._id}
        source={timesSource()}
        list={list}
        search={text('searchTimes')}
        emptyAction={canAdd && renderAddButton(text('firstTime'))}
      />
    </>
  )
}

const { text: title } = texts

const timeColumns: readonly Column<Time>[] = [
  { key: '_id', title: title('timeId'), value: time => time._id, sortable: true },
  {
    key: 'timecount',
    title: title('timeInSec'),
    value: time => time.timecount,
    kind: 'count',
    sortable: true,
    width: 160,
  },
]
