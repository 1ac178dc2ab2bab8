/**
 * Three-valued logic: true, false, and null for what cannot be told. An answer is known as soon as what is unknown cannot
 * change it any more.
 * Source: S. C. Kleene, Introduction to Metamathematics (1952), § 64, the strong tables.
 */
export type Truth = boolean | null

export const not = (truth: Truth): Truth => (truth === null ? null : !truth)

/** True of none at all. */
export const every = (truths: Truth[]): Truth => (truths.includes(false) ? false : truths.includes(null) ? null : true)

/** False of none at all. */
export const some = (truths: Truth[]): Truth => (truths.includes(true) ? true : truths.includes(null) ? null : false)
