import type { Complaint } from '@cascade/contracts/reports'
import { makeActor, startServiceWorld } from '@cascade/service-kit/testing'
import { afterAll, describe, expect, it } from 'vitest'
import { createReportsService } from '../../service'

const admin = makeActor({ role: 'admin', username: 'ada' })
const good = {
  enquiryType: 'Payment',
  fullName: ' Grace Hopper ',
  email: 'grace@example.org',
  mobile: '+91 98765 43210',
  complaintDetails: 'My points are gone.',
}

const world = await startServiceWorld(createReportsService())
afterAll(() => world.stop())

const list = async (query = '') => {
  const { status, body } = await world.call(admin, `GET /complaint${query}`)
  return { status, ...body, rows: (body.data ?? []) as Complaint[] } as Record<string, unknown> & { rows: Complaint[] }
}

describe('complaints', () => {
  it('can be sent by anyone and are listed as Pending, newest first, ten per page', async () => {
    expect(await list()).toMatchObject({ rows: [], totalComplaints: 0, currentPage: 1, totalPages: 0 })
    for (let index = 1; index <= 12; index++) {
      const body = { ...good, complaintDetails: `Number ${index}` }
      const { status } = await world.call(makeActor({ role: 'user' }), 'POST /complaint', body)
      expect(status).toBe(201)
    }
    const first = await list()
    expect(first).toMatchObject({ totalComplaints: 12, currentPage: 1, totalPages: 2 })
    expect(first.rows.map(row => row.complaintDetails).slice(0, 2)).toEqual(['Number 12', 'Number 11'])
    expect(first.rows[0]).toMatchObject({ fullName: 'Grace Hopper', status: 'Pending', by: null })
    expect((await list('?page=2')).rows.map(row => row.complaintDetails)).toEqual(['Number 2', 'Number 1'])
    expect(await list('?page=3&limit=5')).toMatchObject({ currentPage: 3, totalPages: 3 })
    expect((await list('?page=3&limit=5')).rows).toHaveLength(2)
  })

  it('change between any two statuses and record who changed them', async () => {
    const id = (await list()).rows[0]?._id
    for (const status of ['Completed', 'Cancelled', 'Pending', 'Cancelled']) {
      const { body } = await world.call(admin, `PATCH /complaint/${id}/status`, { status })
      expect(body).toMatchObject({ success: true, data: { _id: id, status, by: { username: 'ada', role: 'admin' } } })
    }
    expect((await list('?status=Cancelled')).rows.map(row => row._id)).toEqual([id])
    const person = { id: 'p1', name: 'Anita Rao' }
    const anita = { ...admin, person: { ...person, rights: ['complaints.manage' as const] } }
    await world.call(anita, `PATCH /complaint/${id}/status`, { status: 'Cancelled' })
    expect((await list('?status=Cancelled')).rows).toMatchObject([{ by: { username: 'ada', person } }])
    expect(await list('?status=Pending')).toMatchObject({ totalComplaints: 11, totalPages: 2 })
    expect(await list('?q=NUMBER%2012')).toMatchObject({ totalComplaints: 1 })
    expect(await list('?q=number%201&status=Pending&page=1&size=2')).toMatchObject({
      totalComplaints: 3,
      totalPages: 2,
    })
    expect(await list('?q=.%2B')).toMatchObject({ totalComplaints: 0 })
  })

  it('are paged correctly after the oldest were removed', async () => {
    await world.db.collection<{ number: number }>('complaints').deleteMany({ number: { $lte: 3 } })
    expect(await list()).toMatchObject({ totalComplaints: 9, totalPages: 1 })
    const last = await list('?page=2&limit=5')
    expect(last).toMatchObject({ totalComplaints: 9, totalPages: 2 })
    expect(last.rows.map(row => row.complaintDetails)).toEqual(['Number 7', 'Number 6', 'Number 5', 'Number 4'])
  })

  it('answer 404 for an unknown id', async () => {
    expect((await world.call(admin, 'PATCH /complaint/nothing/status', { status: 'Pending' })).status).toBe(404)
  })

  it.each([
    ['enquiryType', '  ', 'Enquiry type is required'],
    ['fullName', undefined, 'Full Name is required'],
    ['fullName', { $ne: null }, 'Full Name is required'],
    ['email', 'grace', 'Please enter a valid email.'],
    ['mobile', 'call me', 'Please enter a valid mobile number.'],
    ['complaintDetails', 'x'.repeat(2_001), 'At most 2000 characters.'],
    ['status', 'Completed', 'Unknown field'],
  ])('are rejected for an invalid %s', async (field, value, text) => {
    const answer = await world.call(admin, 'POST /complaint', { ...good, [field]: value })
    expect([answer.status, answer.body.errors]).toEqual([400, { [field]: text }])
  })

  it('are visible to superadmins and admins only', async () => {
    for (const role of ['superareamanager', 'areamanager', 'master', 'player'] as const) {
      expect((await world.call(makeActor({ role }), 'GET /complaint')).status).toBe(403)
      expect((await world.call(makeActor({ role }), 'PATCH /complaint/x/status', { status: 'Pending' })).status).toBe(
        403,
      )
    }
    expect((await world.call(makeActor(), 'GET /complaint')).status).toBe(200)
    expect((await world.call(admin, 'PATCH /complaint/x/status', { status: 'Done' })).status).toBe(400)
  })

  it('are found by any spelling of a name or number', async () => {
    const body = { ...good, fullName: 'Zo\u00eb\u200b Mu\u0308ller', mobile: '\u202a+49\u00a0170\u20111234567\u202c' }
    expect((await world.call(makeActor({ role: 'user' }), 'POST /complaint', body)).status).toBe(201)
    for (const q of ['zoe muller', 'MÜLLER', '170‐1234567']) {
      expect((await list(`?q=${encodeURIComponent(q)}`)).rows.map(row => [row.fullName, row.mobile])).toEqual([
        ['Zoë Müller', '+49 170-1234567'],
      ])
    }
  })
})
