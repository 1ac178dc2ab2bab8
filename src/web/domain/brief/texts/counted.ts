import type { Count } from './texts'

/** Words that depend on a count, in a language with one plural: `noun` alone, `counted` after its number. */
export const countedBy = (isOne: (count: number) => boolean) => {
  const noun =
    (one: string, many: string) =>
    ({ count }: Count) =>
      isOne(count) ? one : many
  const counted = (one: string, many: string) => {
    const words = noun(one, many)
    return (count: Count) => `${count.text} ${words(count)}`
  }
  return { noun, counted }
}
