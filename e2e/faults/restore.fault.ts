import fs from 'node:fs/promises'
import { expect } from 'vitest'
import type { Cluster } from '../support/cluster'
import { experiment } from './support/experiment'
import { createTempFolder, startCluster } from './support/owned'
import { lists, rewind } from './support/rewind'

type Kept = { cluster: Cluster; keep: () => Promise<unknown>; goBack: () => Promise<unknown> }

const dataOf = ({ folder }: Cluster) => `${folder}/data`

const copy = async (from: string, to: string) => {
  await fs.rm(to, { recursive: true, force: true })
  await fs.cp(from, to, { recursive: true, preserveTimestamps: true })
  // The copy belongs to the user of this process, and PostgreSQL runs as another.
  const { uid, gid } = await fs.stat(from)
  for (const name of ['', ...(await fs.readdir(to, { recursive: true }))]) await fs.chown(`${to}/${name}`, uid, gid)
}

/** How operators take a database back, under instances that go on running. */
const ways: Record<string, () => Promise<Kept>> = {
  /** A new timeline, which begins before the lost writes. */
  'a point-in-time restore': async () => {
    const { folder: archive } = await createTempFolder()
    await fs.chmod(archive, 0o777)
    const settings = [
      'archive_mode=on',
      `"archive_command=cp %p ${archive}/%f"`,
      `"restore_command=cp ${archive}/%f %p"`,
    ]
    const cluster = await startCluster({ settings })
    const base = `${cluster.folder}/base`
    return {
      cluster,
      keep: async () => {
        await cluster.stop()
        await copy(dataOf(cluster), base)
        await cluster.start()
        await cluster.sql(`select pg_create_restore_point('before')`)
      },
      goBack: async () => {
        await cluster.sql('select pg_switch_wal()')
        await cluster.stop()
        await copy(base, dataOf(cluster))
        const { uid, gid } = await fs.stat(base)
        for (const [name, text] of [
          ['recovery.signal', ''],
          ['postgresql.auto.conf', `recovery_target_name = 'before'\nrecovery_target_action = promote\n`],
        ] as const) {
          await fs.writeFile(`${dataOf(cluster)}/${name}`, text)
          await fs.chown(`${dataOf(cluster)}/${name}`, uid, gid)
        }
        await cluster.start()
        const isStandby = () => cluster.sql('select pg_is_in_recovery()')
        await expect.poll(isStandby, { timeout: 30_000, interval: 100 }).toBe('f')
      },
    }
  },
  /** The same timeline: nothing but our own stamps tells one history from the other. */
  'a snapshot of the volume that is put back': async () => {
    const cluster = await startCluster()
    const snapshot = `${cluster.folder}/snapshot`
    return {
      cluster,
      keep: async () => {
        await cluster.stop()
        await copy(dataOf(cluster), snapshot)
        await cluster.start()
      },
      goBack: async () => {
        await cluster.stop('immediate')
        await copy(snapshot, dataOf(cluster))
        await cluster.start()
      },
    }
  },
}

for (const [way, prepare] of Object.entries(ways))
  experiment(`After ${way} under running instances no list is wrong`, async () => {
    const { cluster, keep, goBack } = await prepare()
    const { lost, others, away } = await rewind({ url: cluster.url, keep, goBack })
    return {
      harm: `PostgreSQL taken back to before ${lost} writes by ${way}, ${others} others written, two instances running under load`,
      count: `${lists.length} lists on each instance, twice, the first time with the ETags of before`,
      result: `0 wrong, none answered with 304; 200 again ${away} ms after it served, no restart`,
    }
  })
