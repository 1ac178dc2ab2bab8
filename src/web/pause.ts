import { inNextTask } from './lib/next-task'

// A slow phone takes long over what came before and over what follows, and may draw and scroll in between.
await new Promise<void>((goOn) => void inNextTask(goOn))
