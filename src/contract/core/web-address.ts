import * as z from 'zod/mini'
import { documented, text } from './endpoint'

export const webAddress = text().check(
  z.refine(
    (s) =>
      /^https?:\/\/(?!\/)[^\s\p{Cc}\p{Bidi_Control}\p{Noncharacter_Code_Point}\u200b<>"{}|\\^`]+$/iu.test(s) &&
      URL.canParse(s),
    {
      error: 'must be a URL that starts with http:// or https://',
    },
  ),
)

/** One as it was stored, which may be any text. */
export const storedWebAddress = z.string()

for (const address of [webAddress, storedWebAddress]) documented.add(address, { format: 'uri' })
