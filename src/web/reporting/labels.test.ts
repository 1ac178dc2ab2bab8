import { describe, expect, it } from 'vitest'
import { reportScheduleStatus } from '../domain/schedule-status'
import { rangeText, reportStatus, rhythmText } from './labels'

describe('how often a schedule runs', () => {
  it.each([
    [{ dayOfWeek: 1, dayOfMonth: null, runTime: '08:00' }, 'every Monday at 08:00 server time'],
    [{ dayOfWeek: 0, runTime: '23:15' }, 'every Sunday at 23:15 server time'],
    [{ dayOfWeek: 7, runTime: '06:00:00' }, 'every Sunday at 06:00 server time'],
    [{ dayOfWeek: null, dayOfMonth: 1, runTime: '07:30' }, 'on the 1st at 07:30 server time'],
    [{ dayOfMonth: 2 }, 'on the 2nd'],
    [{ dayOfMonth: 3 }, 'on the 3rd'],
    [{ dayOfMonth: 11 }, 'on the 11th'],
    [{ dayOfMonth: 23 }, 'on the 23rd'],
    [{ dayOfMonth: 31, runTime: '7 o’clock' }, 'on the 31st at 7 o’clock'],
    [{ dayOfWeek: 5, dayOfMonth: 1, runTime: '09:00' }, 'every Friday and on the 1st at 09:00 server time'],
    [{ dayOfWeek: 8, runTime: '09:00' }, 'on day 8 of the week at 09:00 server time'],
    [{ dayOfWeek: 1.5 }, 'on day 1.5 of the week'],
    [{ dayOfMonth: 0 }, 'on day 0 of the month'],
    [{ dayOfMonth: 32 }, 'on day 32 of the month'],
    [{ runTime: '05:00Z' }, 'at 05:00Z'],
    [{ runTime: '05:00' }, 'at 05:00 server time'],
    [{ dayOfWeek: null, dayOfMonth: null, runTime: '' }, ''],
    [{}, ''],
  ])('%j is %j', (rhythm, text) => {
    expect(rhythmText(rhythm)).toBe(text)
  })
})

describe('what days a schedule reports on', () => {
  it.each([
    [{ relativeDateRange: 'last_month', customDaysBack: null }, 'Last month'],
    [{ relativeDateRange: 'last_7_days' }, 'Last 7 days'],
    [{ relativeDateRange: 'last30Days' }, 'Last30 days'],
    [{ relativeDateRange: 'month_to_date', customDaysBack: 14 }, 'This month so far'],
    [{ relativeDateRange: 'custom', customDaysBack: 45 }, 'Last 45 days'],
    [{ relativeDateRange: null, customDaysBack: 1 }, 'Last day'],
    [{ relativeDateRange: 'custom', customDaysBack: null }, 'Custom'],
    [{ relativeDateRange: 'constructor' }, 'Constructor'],
    [{}, ''],
  ])('%j is %j', (range, text) => {
    expect(rangeText(range)).toBe(text)
  })
})

describe('a status', () => {
  it('of another server is shown as it is', () => {
    expect(reportScheduleStatus.badge('error')).toMatchObject({ tone: 'bad', word: 'Failing' })
    expect(reportScheduleStatus.badge('suspended').word).toBe('suspended')
    expect(reportStatus.badge('toString').word).toBe('toString')
  })
})
