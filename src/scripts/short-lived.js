/**
 * Arguments for Node where it lives for seconds, as in tests: the database's WebAssembly is compiled once and quickly.
 * To optimize it takes half of the processor time of a start.
 */
export const shortLived = ['--liftoff-only']
