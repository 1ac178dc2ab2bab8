/** The fourteen resources of the specification; each has a scope `<resource>:read`. */
export const resources = [
  'companies',
  'users',
  'goals',
  'budgets',
  'automation',
  'report-schedules',
  'reports',
  'nps-responses',
  'nps-surveys',
  'devices',
  'dashboards',
  'enrollments',
  'certificates',
  'compliance',
] as const
export const scopes = [
  ...resources.map((resource) => `${resource}:read` as const),
  'companies:write',
  'budgets:write',
  'automation:write',
  'nps:write',
  'views:write',
  'briefs:read',
  'briefs:write',
  'briefs:send',
  'brand:manage',
  'keys:manage',
  'sessions:manage',
] as const
export type Scope = (typeof scopes)[number]

/** The resource that a scope is about, as the audit log names it. `nps:write` is about responses, the one part of NPS that is written. */
export const resourceOf = (scope: Scope | null) => (scope === 'nps:write' ? 'nps-responses' : scope?.split(':')[0])
