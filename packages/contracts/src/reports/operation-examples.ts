import { exampleOf } from '../call-example'
import { type Backup, backupsApi, backupTexts } from './backups-api'
import { type Complaint, complaintsApi, complaintTexts } from './complaints-api'
import { verifiedExample } from './figures/figure-examples'
import { type Clearing, clearTexts, historyApi } from './history-api'
import { type OnlinePlayer, onlineApi } from './online-api'
import { verificationApi } from './verification-api'

const createdAt = '2026-01-05T10:00:00.000Z'
const actor = { username: 'admin1', role: 'admin' }

const message = {
  enquiryType: 'Technical',
  fullName: 'Asha Rao',
  email: 'asha@example.com',
  mobile: '+91 98765 43210',
  complaintDetails: 'The result of the last draw did not appear.',
}

export const complaintExample: Complaint = { _id: 'c1', ...message, status: 'Pending', by: null, createdAt }

const cleared = { startDate: '2026-01-01', endDate: '2026-01-04', models: ['userlog' as const] }
export const clearingExample: Clearing = { _id: 'cl1', ...cleared, at: createdAt, by: actor }

export const onlinePlayerExample: OnlinePlayer = {
  ...{ _id: 'p1', username: 'player1', points: 250, playPoints: 1000, winPoints: 850, claimPoints: 850 },
  ...{ endPoints: 150, isOnline: true, lastLogin: createdAt },
}

export const backupExample: Backup = {
  ...{ folder: '2026-01-05_10-00-00', state: 'done', createdAt, by: 'admin1', rows: 1200, bytes: 48_213 },
  checksum: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  ...{ safetyOf: null, proof: { at: createdAt, rows: 1200, faults: [] }, restoredAt: null, transferredAt: null },
}
const { folder } = backupExample

const fault = { _id: 'figures/a1>s1|2026-01', what: 'play is 10.00, and not 12.00', since: createdAt }

export const operationsCallExamples = {
  ...exampleOf(complaintsApi.createComplaint, {
    body: message,
    answer: { success: true, message: complaintTexts.received, data: { _id: 'c1' } },
  }),
  ...exampleOf(complaintsApi.complaints, {
    query: { page: 1, limit: 10, status: 'Pending' },
    answer: { success: true, data: [complaintExample], totalComplaints: 1, currentPage: 1, totalPages: 1, total: 1 },
  }),
  ...exampleOf(complaintsApi.setComplaintStatus, {
    params: { id: 'c1' },
    body: { status: 'Completed' },
    answer: {
      ...{ success: true, message: complaintTexts.statusChanged },
      data: { ...complaintExample, status: 'Completed', by: { ...actor, at: createdAt } },
    },
  }),
  ...exampleOf(historyApi.clearHistory, {
    body: cleared,
    answer: { success: true, message: clearTexts.cleared, data: clearingExample },
  }),
  ...exampleOf(historyApi.clearings, { answer: { success: true, data: [clearingExample] } }),
  ...exampleOf(backupsApi.backups, { answer: { success: true, data: [backupExample], folders: [folder] } }),
  ...exampleOf(backupsApi.exportBackup, {
    answer: { success: true, message: backupTexts.completed, data: backupExample },
  }),
  ...exampleOf(backupsApi.importBackup, {
    query: { folder, confirm: 'true' },
    answer: {
      ...{ success: true, message: backupTexts.restored },
      data: { safety: '2026-01-06_08-30-00', clearings: 1, percentages: 2 },
    },
  }),
  ...exampleOf(backupsApi.downloadTicket, { body: { folder }, answer: { success: true, data: { ticket: 'x1y2z3' } } }),
  ...exampleOf(backupsApi.transferBackup, {
    query: { folder },
    answer: { success: true, message: backupTexts.transferred, data: { ...backupExample, transferredAt: createdAt } },
  }),
  ...exampleOf(backupsApi.downloadBackup, { query: { folder }, answer: { success: true, data: null } }),
  ...exampleOf(onlineApi.onlinePlayers, {
    query: { page: 1, size: 10, status: 'online' },
    answer: { success: true, data: [onlinePlayerExample], total: 1, online: 1 },
  }),
  ...exampleOf(verificationApi.verification, {
    answer: { success: true, data: { ...verifiedExample, faults: 1, found: [fault], running: null, building: null } },
  }),
  ...exampleOf(verificationApi.verify, { answer: { success: true } }),
  ...exampleOf(verificationApi.rebuild, { answer: { success: true } }),
}
