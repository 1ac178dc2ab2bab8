import { ColumnsMenu } from './columns/columns-menu'
import { DensityMenu } from './density-menu'

/** What the buttons of the toolbar open, loaded with the first of them. */
export const toolbarMenus = { columns: ColumnsMenu, density: DensityMenu }
