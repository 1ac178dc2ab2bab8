import type { Plugin } from 'vite'

/** Where the router asks whether it also loads what pages show; then it has pages of its own for what fails. */
const loading = /(?<=^function _renderMatches\(.*\n +)let dataRouterState = dataRouterOpts\?\.state;/m

/**
 * Tells the bundler that the router's components and contexts may be left out where nobody uses them, and that it loads nothing.
 * Without this its links, forms, script tags and error pages all come along: 4.5 KB of brotli in every visit.
 */
export const leanRouter: Plugin = {
  name: 'lean-router',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: {
    filter: { id: /react-router[\\/]dist/ },
    handler: (code) => {
      if (/_renderMatches\(.*{$/m.test(code) && !loading.test(code))
        throw new Error('The router draws its pages otherwise: see src/build/lean-router.ts.')
      return {
        code: code
          .replace(loading, 'const dataRouterState = null;')
          .replace(/= (React\d*\.(?:createContext|forwardRef|memo)\()/g, '= /* @__PURE__ */ $1')
          .replace(/^\w+\.displayName = ".*";$/gm, ''),
        map: null,
      }
    },
  },
}
