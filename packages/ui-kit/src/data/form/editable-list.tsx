import type { AnyEndpoint } from '@cascade/contracts'
import { useListState, useMayCall } from '@cascade/web-kit'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { useRemoval } from '../../feedback/outcome-toasts'
import { AddIcon, DeleteIcon, EditIcon } from '../../icons/icons'
import { PageHeader } from '../../layout/page'
import { Drawer } from '../../overlays/overlays'
import { RemoteBoundary } from '../../remote/remote-boundary'
import type { Column } from '../table/columns'
import { DataTable, type DataTableProps } from '../table/data-table'
import { type RowAction, RowActions } from '../table/row-actions'

type Stored = { _id: string }
type TextKey = 'actions' | 'add' | 'addFirst' | 'edit' | 'editTitle' | 'remove' | 'removeTitle'

type Props<Row extends Stored> = Pick<DataTableProps<Row>, 'id' | 'columns' | 'source' | 'empty'> & {
  title: string
  note: string
  text: (key: TextKey) => string
  api: Record<'create' | 'change' | 'remove', AnyEndpoint>
  nameOf: (row: Row) => string
  /** Between those that edit and remove a row. */
  actionsOf?: (row: Row) => readonly RowAction[]
  remove: { mutateAsync: (input: { params: { id: string } }) => Promise<{ message?: string | undefined }> }
  removal: (row: Row) => { text: string; done: string; failed: string }
  form: (row: Row | undefined, close: () => void) => ReactNode
  /** Above the table. */
  children?: ReactNode
}

/** A page whose rows are added and edited in a drawer and removed after a confirmation. */
export function EditableList<Row extends Stored>(props: Props<Row>) {
  const { title, note, text, api, nameOf, actionsOf, remove, removal, form, children, ...table } = props
  const list = useListState()
  const removeConfirmed = useRemoval()
  const mayAdd = useMayCall(api.create)
  const [edited, setEdited] = useState<{ row?: Row }>()
  const close = () => setEdited(undefined)

  const renderAddButton = (label: string) =>
    mayAdd && (
      <Button type="primary" icon={<AddIcon />} onClick={() => setEdited({})}>
        {label}
      </Button>
    )
  const startRemoval = (row: Row) =>
    removeConfirmed(() => remove.mutateAsync({ params: { id: row._id } }), {
      title: text('removeTitle'),
      confirmLabel: text('remove'),
      ...removal(row),
    })
  const columns: Column<Row>[] = [
    ...table.columns,
    {
      key: 'action',
      title: text('actions'),
      hideable: false,
      pinned: 'right',
      render: row => (
        <RowActions
          of={nameOf(row)}
          actions={[
            {
              key: 'edit',
              label: text('edit'),
              icon: <EditIcon />,
              onClick: () => setEdited({ row }),
              call: api.change,
            },
            ...(actionsOf?.(row) ?? []),
            {
              key: 'remove',
              label: text('remove'),
              icon: <DeleteIcon />,
              danger: true,
              onClick: () => void startRemoval(row),
              call: api.remove,
            },
          ]}
        />
      ),
    },
  ]
  return (
    <>
      <PageHeader title={title} note={note} actions={renderAddButton(text('add'))} />
      {children}
      <DataTable
        {...table}
        columns={columns}
        rowKey={({ _id }) => _id}
        list={list}
        search={false}
        emptyAction={renderAddButton(text('addFirst'))}
      />
      <Drawer
        open={edited !== undefined}
        onClose={close}
        title={text(edited?.row ? 'editTitle' : 'add')}
        size="min(560px, 100vw)"
        destroyOnHidden
      >
        <RemoteBoundary>{form(edited?.row, close)}</RemoteBoundary>
      </Drawer>
    </>
  )
}
