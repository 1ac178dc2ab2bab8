import fs from 'node:fs'

/** Matches the address of a module's script as built. */
export const scriptOf = (module: string) => {
  const manifest: Record<string, { file: string }> = JSON.parse(fs.readFileSync('dist/web/.vite/manifest.json', 'utf8'))
  const chunk = manifest[module]
  if (!chunk) throw new Error(`No script is built for ${module} alone.`)
  return new RegExp(`/${chunk.file}$`)
}
