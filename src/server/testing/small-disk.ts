import { spawnSync } from 'node:child_process'
import fs from 'node:fs/promises'
import { createTempFolder } from './temp-folder'

/** A folder on a disk of its own with so many kilobytes; null where this user may not mount one. */
export const mountSmallDisk = async (kilobytes: number) => {
  const { folder, remove } = await createTempFolder()
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', folder])
  if (status !== 0) {
    await remove()
    return null
  }
  return {
    folder,
    grow: (to: number) => void spawnSync('mount', ['-o', `remount,size=${to}k`, folder]),
    makeReadOnly: () => void spawnSync('mount', ['-o', 'remount,ro', folder]),
    remove: async () => {
      spawnSync('umount', [folder])
      await fs.rmdir(folder)
    },
  }
}
