import { onTestFinished } from 'vitest'
import * as folder from '../../../src/server/testing/temp-folder'
import * as cluster from '../../support/cluster'
import * as instance from '../../support/instance'

/** What an experiment starts is gone when it ends, however it ends. */
const owned =
  <P extends unknown[], T>(start: (...parameters: P) => Promise<T>, end: (started: T) => Promise<unknown>) =>
  async (...parameters: P): Promise<T> => {
    const started = await start(...parameters)
    onTestFinished(async () => void (await end(started)))
    return started
  }

export const startServer = owned(instance.startServer, ({ kill }) => kill('SIGKILL'))
export const startCluster = owned(cluster.startCluster, ({ remove }) => remove())
export const createTempFolder = owned(folder.createTempFolder, ({ remove }) => remove())
