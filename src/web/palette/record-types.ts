import type { AnyRecordType } from '../record/record-type'
import { sections } from '../registry'

const modules = import.meta.glob<AnyRecordType>('../*/*-record.tsx', { eager: true, import: 'recordType' })

const byPath = new Map(Object.values(modules).map((recordType) => [recordType.path, recordType]))

/** All record types, in the navigation’s order. */
export const recordTypes = Object.values(sections).flatMap(({ path }) => byPath.get(path) ?? [])
