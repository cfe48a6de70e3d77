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

/** What a screen reader is told of an item: its name, and its place from 1 among `count`. */
type Position = { name: string; place: number; count: number }

type Props<T> = {
  items: readonly T[]
  idOf: (item: T) => string
  nameOf: (item: T) => string
  /** Receives all items in their new order. */
  onOrder: (items: T[]) => void
  /** The sentences of a screen reader; `help` says how an item is moved by keyboard. */
  says: Record<'pickedUp' | 'isAt' | 'dropped' | 'putBack', (told: Position) => string> & { help: string }
  disabled?: boolean
  /** Holds one element of `useSortableItem` for each item. */
  children: ReactNode
}

/** Items that are put in order by mouse, by touch, or by keyboard alone. */
export function SortableArea<T>({ items, idOf, nameOf, onOrder, says, disabled, children }: Props<T>) {
  const ids = items.map(idOf)
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  // The library would read out ids.
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
 * @returns what its element needs (`ref`, `style`), what its handle needs (`handle`), and whether it is being moved
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
