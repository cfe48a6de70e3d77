import { AddIcon, Button, PageHeader } from '@cascade/ui-kit'
import { DataTable } from '@cascade/ui-kit/data'
import { useCan, useListState } from '@cascade/web-kit'
import { useNavigate } from 'react-router-dom'
import { timeList } from '../features/times/api/time-list'
import { timeColumns } from '../features/times/time-columns'
import { gamesRoomTexts } from '../texts'

export default function TimeListPage() {
  const text = gamesRoomTexts.useText()
  const list = useListState()
  const navigate = useNavigate()
  const mayAdd = useCan('times.write')
  const add = (
    <Button type="primary" icon={<AddIcon />} onClick={() => void navigate('create')}>
      {text('addTime')}
    </Button>
  )
  return (
    <>
      <PageHeader title={text('timeMaster')} actions={mayAdd && add} />
      <DataTable
        id="games.time"
        columns={timeColumns}
        rowKey={time => time._id}
        source={timeList}
        list={list}
        search={text('searchTimes')}
      />
    </>
  )
}
