const notations = [/^([\da-f]{2}-){5}[\da-f]{2}$/i, /^([\da-f]{4}\.){2}[\da-f]{4}$/i, /^[\da-f]{12}$/i]

/** A MAC address as Windows or Cisco writes it, or without separators, in the usual notation; null if the text is something else. */
export const macWithColons = (text: string) =>
  notations.some((notation) => notation.test(text))
    ? (text.replace(/[-.]/g, '').match(/../g)?.join(':').toUpperCase() ?? null)
    : null
