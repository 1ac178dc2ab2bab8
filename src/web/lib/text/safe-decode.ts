/** Decodes a URL component; undefined if malformed. */
export const safeDecode = (text: string) => {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
