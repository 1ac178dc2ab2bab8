import { devices } from '../../../contract/devices'
import type { RelatedRecordType } from '../../record/related'

export const deviceBasics = {
  list: devices.list,
  path: '/devices',
  noun: ['device', 'devices'],
  name: ({ name }) => name,
} satisfies RelatedRecordType<typeof devices.get, typeof devices.list>
