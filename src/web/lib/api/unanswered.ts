import { ApiError } from './client'

/** No reply, or one of a proxy that got none: the server may have done it all the same. */
export const isUnanswered = (error: unknown) => error instanceof ApiError && [0, 502, 504].includes(error.status)
