import { describe, expect, it } from 'vitest'
import { scopes } from '../../contract/core/scopes'
import { areas, inWords, missingScopesText, presetsFor, scopeOf } from './scopes'

describe('Scopes in words', () => {
  it('say what a key may', () => {
    expect(inWords(scopes)).toBe(
      'Read everything; change companies, NPS responses, budgets, client briefs, automation rules and shared views; email client briefs; manage keys; change the brand; end sessions of others',
    )
    expect(inWords(['companies:read', 'nps-surveys:read'])).toBe('Read companies and NPS surveys')
    expect(inWords(['automation:write'])).toBe('Change automation rules')
    expect(inWords(['moon:read'])).toBe('Moon:read')
    expect(inWords([])).toBe('Nothing')
  })

  it('say what a key or a role lacks to end a key, unless it holds all', () => {
    const own = { kind: 'key', scopes: ['keys:manage', 'reports:read'] }
    expect(missingScopesText(['reports:read'], own)).toBeUndefined()
    const more = ['reports:read', 'budgets:write']
    expect(missingScopesText(more, own)).toBe('Your key is missing budgets:write')
    expect(missingScopesText(more, { ...own, kind: 'person' })).toBe('Your role is missing budgets:write')
    expect(missingScopesText(['gone:read'], { scopes })).toBeUndefined()
    expect(missingScopesText(['budgets:write'], undefined)).toBeUndefined()
  })

  it('can all be chosen', () => {
    const offered = areas
      .flatMap(({ resource }) => [scopeOf(resource, 'read'), scopeOf(resource, 'write')])
      .filter(Boolean)
    expect([...offered, 'briefs:send', 'keys:manage', 'brand:manage', 'sessions:manage'].sort()).toEqual(
      [...scopes].sort(),
    )
  })
})

describe('the scopes that a new key starts from', () => {
  it('are at most those of the own key', () => {
    expect(presetsFor(['companies:read', 'companies:write', 'keys:manage', 'later:read'])).toEqual({
      'Read only': ['companies:read'],
      'Everything but keys': ['companies:read', 'companies:write'],
    })
  })
})
