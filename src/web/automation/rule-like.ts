/** The parts of a rule that are described; free-form fields may hold anything. */
export type RuleLike = {
  triggerType?: string | null
  entityType?: string | null
  triggerConfig?: unknown
  conditions?: unknown
  actions?: unknown
  aggregationConfig?: unknown
  companyIds?: string[] | null
  companies?: { id: string; name?: string | null }[] | null
}
