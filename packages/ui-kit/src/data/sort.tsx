import {
  type Announcements,
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  arrayMove,
  rectSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
} from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import type { ReactNode } from 'react'

/** An item for screen readers: its name, and its place from 1 to `count`. */
type Position = { name: string; place: number; count: number }

type Props<T> = {
  items: readonly T[]
  idOf: (item: T) => string
  nameOf: (item: T) => string
  onOrder: (items: T[]) => void
  /** Screen reader announcements; `help` explains how to move an item by keyboard. */
  says: Record<'pickedUp' | 'isAt' | 'dropped' | 'putBack', (position: Position) => string> & { help: string }
  disabled?: boolean
  /** Contains one element with `useSortableItem` per item. */
  children: ReactNode
}

/** Items that can be reordered by mouse, touch or keyboard. */
export function SortableArea<T>({ items, idOf, nameOf, onOrder, says, disabled, children }: Props<T>) {
  const ids = items.map(idOf)
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  // The library would announce ids.
  const toPosition = (id: string | number, over: string | number = id): Position => {
    const item = items[ids.indexOf(String(id))]
    return { name: item ? nameOf(item) : '', place: ids.indexOf(String(over)) + 1, count: items.length }
  }
  const announcements: Announcements = {
    onDragStart: ({ active }) => says.pickedUp(toPosition(active.id)),
    onDragOver: ({ active, over }) => says.isAt(toPosition(active.id, over?.id)),
    onDragEnd: ({ active, over }) => says.dropped(toPosition(active.id, over?.id)),
    onDragCancel: ({ active }) => says.putBack(toPosition(active.id)),
  }
  const order = (from: number, to: number) => {
    if (from >= 0 && to >= 0 && from !== to) onOrder(arrayMove([...items], from, to))
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{ announcements, screenReaderInstructions: { draggable: says.help } }}
      onDragEnd={({ active, over }) => over && order(ids.indexOf(String(active.id)), ids.indexOf(String(over.id)))}
    >
      <SortableContext items={ids} strategy={rectSortingStrategy} disabled={disabled}>
        {children}
      </SortableContext>
    </DndContext>
  )
}

/**
 * One item of a `SortableArea`.
 * @returns props of its element (`ref`, `style`) and its handle (`handle`), and whether it is being moved
 */
export function useSortableItem(id: string, disabled = false) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
    disabled,
  })
  return {
    ref: setNodeRef,
    style: { transform: CSS.Translate.toString(transform), transition },
    handle: { ref: setActivatorNodeRef, ...attributes, ...listeners },
    isMoving: isDragging,
  }
}
