/**
 * Node arguments for short-lived processes such as tests: skips optimising the database's WebAssembly, which takes half
 * of a start's processor time.
 */
export const shortLived = ['--liftoff-only']

/** For a program or a worker of tests, which ends within minutes: skips optimising JavaScript too. */
export const unoptimised = [...shortLived, '--no-opt']
