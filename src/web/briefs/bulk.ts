import { briefSchedules } from '../../contract/brief-schedules'
import { call } from '../lib/api/client'
import type { RowOf } from '../list/list-page'
import type { BulkAction } from '../list/selection/bulk'

type Schedule = RowOf<typeof briefSchedules.list>

const setting = (to: 'paused' | 'running'): BulkAction<Schedule> => {
  const verbs = { paused: 'Pause', running: 'Resume' }
  const back = to === 'paused' ? 'running' : 'paused'
  return {
    label: verbs[to],
    endpoint: briefSchedules.update,
    icon: to === 'running' ? 'circle-dot' : 'circle',
    choices: to,
    title: (schedules) => `${verbs[to]} ${schedules}`,
    done: () => (to === 'paused' ? 'paused' : 'resumed'),
    already: () => (to === 'paused' ? 'already paused' : 'not paused'),
    run: ({ id }, choice, ifMatch) =>
      call(briefSchedules.update, { id, body: { isPaused: choice === 'paused' }, ifMatch }),
    has: ({ status }, choice) => (status === 'paused') === (choice === 'paused'),
    note: () => '',
    undo: { choice: () => back, label: (them) => `${verbs[back]} ${them}` },
  }
}

export const scheduleBulk = [setting('running'), setting('paused')]
