import { ApiError, call } from '../lib/api/client'
import { toggleRule } from './rule'

/** Switches a rule; an answer that says the opposite of what was asked is a failure, whatever its status. */
export const switchRule = async (id: string, isActive: boolean) => {
  const answer = await call(toggleRule, { id, body: { isActive } })
  if (answer.data.isActive === !isActive)
    throw new ApiError(200, `The server reports that the rule is still ${isActive ? 'off' : 'on'}.`)
  return answer
}
