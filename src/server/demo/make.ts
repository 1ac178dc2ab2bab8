import type { Database } from '../db/database'
import { saveRecords } from '../resources/save-records'
import { sample } from './sample'

type Progress = { resource: string; done: number; total: number }

/** Fills an empty database with the sample MSP. */
export const makeSample = async (
  database: Database,
  { onProgress, ...o }: { scale: number; seed?: number; now?: Date; onProgress?: (progress: Progress) => void },
): Promise<void> => {
  for (const { resource, records, done, total } of sample(o)) {
    await saveRecords(database, resource, records)
    onProgress?.({ resource, done, total })
  }
}
