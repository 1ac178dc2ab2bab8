import { expectTypeOf, it } from 'vitest'
import type { companies } from '../companies'
import type { devices } from '../devices'
import type { companyUsers } from '../users'
import type { FilterKey, ItemOf, QueryOf, SortKey } from './endpoint'

it('gives server, web app and URLs their types', () => {
  expectTypeOf<FilterKey<typeof companyUsers.list>>().toEqualTypeOf<
    'search' | 'status' | 'roleId' | 'companyId' | 'lastLoginAfter' | 'lastLoginBefore'
  >()
  expectTypeOf<SortKey<typeof companies.list>>().toEqualTypeOf<'name' | 'created_at' | 'updated_at'>()
  expectTypeOf<QueryOf<typeof companies.list>['limit']>().toEqualTypeOf<number>()
  expectTypeOf<QueryOf<typeof companies.list>['status']>().toEqualTypeOf<
    'active' | 'inactive' | 'pending' | undefined
  >()
  expectTypeOf<QueryOf<typeof devices.list>['sortBy']>().toEqualTypeOf<SortKey<typeof devices.list>>()
  expectTypeOf<ItemOf<typeof companies.list>['employeeCount']>().toEqualTypeOf<number | null>()
})
