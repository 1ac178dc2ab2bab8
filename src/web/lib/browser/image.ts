/** Image URL if the CSP allows it (same origin only). */
export const imageOf = (address: string | null | undefined, origin: string) =>
  address && /^https?:/i.test(address) && URL.canParse(address) && new URL(address).origin === origin ? address : null
