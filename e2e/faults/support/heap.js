// Loaded into a server before its own code: on SIGUSR2 it collects what is garbage and writes down what is left.
import fs from 'node:fs'
import v8 from 'node:v8'
import vm from 'node:vm'
import { isMainThread } from 'node:worker_threads'

const file = process.env.HEAP_FILE ?? ''
v8.setFlagsFromString('--expose-gc')
const collect = vm.runInNewContext('gc')

const settle = async () => {
  for (let round = 0; round < 3; round++) {
    collect()
    await new Promise((resolve) => setImmediate(resolve))
  }
  fs.writeFileSync(`${file}.new`, JSON.stringify(process.memoryUsage()))
  fs.renameSync(`${file}.new`, file)
}

if (isMainThread) process.on('SIGUSR2', settle)
