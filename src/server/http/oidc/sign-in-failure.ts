/** Why a sign-in at the provider failed: the code is logged, the sentence is shown. */
export class SignInFailure extends Error {
  constructor(
    readonly code:
      | 'cancelled'
      | 'interaction-needed'
      | 'not-started-here'
      | 'code-refused'
      | 'no-role'
      | 'no-roles-claim'
      | 'too-many-groups'
      | 'clock'
      | 'provider-away'
      | 'client-refused'
      | 'other-issuer'
      | 'answer-refused'
      | 'other-person',
    readonly sentence: string,
    options?: ErrorOptions,
  ) {
    super(sentence, options)
  }
}
