import { bodyLimit } from 'hono/body-limit'
import { Problem } from '../api/problem'

/** For session routes: no key or token is longer. */
export const smallBody = bodyLimit({
  maxSize: 16_384,
  onError: () => {
    throw new Problem(413, 'Body too large', 'No key or token is as long as that. Check what you pasted or sent.')
  },
})
