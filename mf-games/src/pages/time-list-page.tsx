import { AddIcon, Button, PageHeader } from '@cascade/ui-kit'
import { DataTable } from '@cascade/ui-kit/data'
import { useAddress, useCan, useListState } from '@cascade/web-kit'
import { useNavigate } from 'react-router-dom'
import { timesSource } from '../features/times/api/times-source'
import { timeColumns } from '../features/times/components/time-columns'
import { paths } from '../paths'
import { texts } from '../texts'

export default function TimeListPage() {
  const text = texts.useText()
  const list = useListState()
  const address = useAddress()
  const navigate = useNavigate()
  const mayAdd = useCan('times.write')
  const add = (
    <Button type="primary" icon={<AddIcon />} onClick={() => void navigate(address(paths.createTime))}>
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
        source={timesSource()}
        list={list}
        search={text('searchTimes')}
      />
    </>
  )
}
