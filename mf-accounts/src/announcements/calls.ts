import { announcementApi, noticeApi } from '@cascade/contracts/accounts'
import { listSource, useChange } from '@cascade/web-kit'

export const announcementsSource = listSource(announcementApi.list)

const refresh = { refresh: [announcementApi.list, noticeApi.list] }
export const useCreateAnnouncement = () => useChange(announcementApi.create, refresh)
export const useChangeAnnouncement = () => useChange(announcementApi.change, refresh)
export const useRemoveAnnouncement = () => useChange(announcementApi.remove, refresh)
