declare module 'linebreak' {
  /** Where a line may or must break, by Unicode's algorithm (UAX 14). */
  class LineBreaker {
    constructor(text: string)
    nextBreak(): { position: number; required: boolean } | null
  }
  // biome-ignore lint/style/noDefaultExport: the library has one
  export default LineBreaker
}
