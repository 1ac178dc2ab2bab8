import type { ElementType } from 'react'
import * as react from 'react/jsx-runtime'
import { hrefWithBase } from './href'

export const { Fragment } = react

// React's own functions, which the build puts into every component, except that links lead below the base path.
export const jsx = (type: ElementType, props: object, key?: string) => react.jsx(type, hrefWithBase(type, props), key)
export const jsxs = (type: ElementType, props: object, key?: string) => react.jsxs(type, hrefWithBase(type, props), key)
