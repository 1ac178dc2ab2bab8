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

documented.add(webAddress, { format: 'uri' })
