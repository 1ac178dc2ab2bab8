import type { ElementType } from 'react'
import * as react from 'react/jsx-dev-runtime'
import { hrefWithBase } from './href'

export const { Fragment } = react

/** The same for development. */
export const jsxDEV = (type: ElementType, props: object, ...rest: DevArguments) =>
  react.jsxDEV(type, hrefWithBase(type, props), ...rest)

type DevArguments = Parameters<typeof react.jsxDEV> extends [unknown, unknown, ...infer Rest] ? Rest : never
