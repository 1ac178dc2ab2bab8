/// <reference types="vite/types/importMeta.d.ts" />

declare module '*.css'

/** Imported as a whole (`import * as styles`), so that only the names in use are bundled and a wrong one fails the build. */
declare module '*.module.css' {
  const styles: Readonly<Record<string, string>>
  export = styles
}

declare module '*.svg' {
  const address: string
  export = address
}

declare module '*.woff2' {
  const address: string
  export = address
}
