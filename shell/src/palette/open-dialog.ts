import { create } from 'zustand'

type Dialog = 'palette' | 'help'
type State = {
  dialog: Dialog | undefined
  /** What was typed into the palette before its dialog had come. */
  typed: string
}

/** Which of the two dialogs lies over the page; there is never more than one. */
export const useOpenDialog = create<State>(() => ({ dialog: undefined, typed: '' }))

export const openDialog = (dialog: Dialog) => useOpenDialog.setState({ dialog, typed: '' })
export const closeDialog = () => useOpenDialog.setState({ dialog: undefined, typed: '' })
export const typeEarly = (typed: string) => useOpenDialog.setState({ typed })
