import type { Plugin } from 'vite'

/** What React throws to itself, each made when it is read: an error by its number. */
const signal = /(?<=^(?:var )? *\w+Exception = )Error\((formatProdErrorMessage\(\d+\))\)/gm

/**
 * Makes React's signals without a stack, which nobody reads. While an inspector is attached, as Lighthouse's, V8 reads the scripts once
 * more for each stack, for longer than they take to run.
 */
export const leanReact: Plugin = {
  name: 'lean-react',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: {
    filter: { id: /react-dom-client\.production/ },
    handler: (code) => {
      if (code.match(signal)?.length !== 5)
        throw new Error('React makes its signals otherwise: see src/build/lean-react.ts.')
      return { code: code.replace(signal, 'Object.create(Error.prototype, { message: { value: $1 } })'), map: null }
    },
  },
}
