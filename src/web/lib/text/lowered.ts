/** A label within a sentence. Keeps abbreviations: "Unit price" is "unit price", "IP address" stays. */
export const lowered = (label: string) =>
  /^\p{Lu}(?!\p{Lu})/u.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label
