import { ApiError } from '../lib/api/api-error'
import { call } from '../lib/api/client'
import { toggleRule } from './rule-record'

/** Toggles a rule. A response with the opposite state is a failure, whatever its HTTP status. */
export const switchRule = async (id: string, isActive: boolean, ifMatch: string | null = null) => {
  const answer = await call(toggleRule, { id, body: { isActive }, ifMatch })
  if (answer.data.isActive === !isActive)
    throw new ApiError(200, `The server reports that the rule is still ${isActive ? 'off' : 'on'}.`)
  return answer
}
