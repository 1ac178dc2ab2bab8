import { ColumnsMenu } from './columns/columns-menu'
import { DensityMenu } from './density-menu'
import { ViewForm } from './views/view-form'

/** What the buttons above a list open, loaded with the first of them. */
export const listMenus = { columns: ColumnsMenu, density: DensityMenu, view: ViewForm }
