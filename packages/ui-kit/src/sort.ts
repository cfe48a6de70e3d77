// Things that are put in order by hand: loaded by the screens that have some.
export { SortableArea } from './sort/sortable-area'
export { useSortableItem } from './sort/use-sortable-item'
