import { create } from 'zustand'

type Dialog = 'palette' | 'help'

/** Which of the two dialogs lies over the page; there is never more than one. */
export const useOpenDialog = create<{ dialog: Dialog | undefined }>(() => ({ dialog: undefined }))

export const openDialog = (dialog: Dialog) => useOpenDialog.setState({ dialog })
export const closeDialog = () => useOpenDialog.setState({ dialog: undefined })
