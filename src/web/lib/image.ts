/** The address of an image, where the page's Content-Security-Policy lets it be shown: only one of this server's own. */
export const imageOf = (address: string | null | undefined, origin: string) =>
  address && /^https?:/i.test(address) && URL.canParse(address) && new URL(address).origin === origin ? address : null
