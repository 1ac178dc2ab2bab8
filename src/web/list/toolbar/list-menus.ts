import { ColumnsMenu } from '../columns/columns-menu'
import { ViewForm } from '../views/view-form'
import { DensityMenu } from './density-menu'

/** What the buttons above a list open, loaded with the first of them. */
export const listMenus = { columns: ColumnsMenu, density: DensityMenu, view: ViewForm }
