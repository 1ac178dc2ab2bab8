/** Decodes a URL component; null if malformed. */
export const safeDecode = (text: string) => {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
