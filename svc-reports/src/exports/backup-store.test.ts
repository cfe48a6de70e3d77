import { describe, expect, it } from 'vitest'
import { nextBackupName } from './backup-store'

const at = (time: string) => new Date(`2026-03-01T${time}Z`)

describe('the name of a backup', () => {
  it('is its second in UTC', () => {
    const now = new Date('2026-03-01T15:30:00.250+05:30')
    expect(nextBackupName(now, undefined)).toEqual({ createdAt: now, folder: '2026-03-01_10-00-00' })
    expect(nextBackupName(now, at('09:59:00'))).toEqual({ createdAt: now, folder: '2026-03-01_10-00-00' })
  })

  it('is unique and increasing within a second', () => {
    const first = nextBackupName(at('10:00:00.100'), undefined)
    const second = nextBackupName(at('10:00:00.900'), first.createdAt)
    const third = nextBackupName(at('10:00:00.950'), second.createdAt)
    expect([first, second, third].map(({ folder }) => folder)).toEqual([
      '2026-03-01_10-00-00',
      '2026-03-01_10-00-01',
      '2026-03-01_10-00-02',
    ])
  })

  it('follows the previous backup even when this clock is behind', () => {
    expect(nextBackupName(at('10:00:00'), at('10:00:05')).folder).toBe('2026-03-01_10-00-06')
  })
})
