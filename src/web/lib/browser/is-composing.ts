import type { KeyboardEvent } from 'react'

/** A key of an input method. Safari ends the composition before the Enter that confirms it, whose code is 229. */
export const isComposing = ({ nativeEvent, keyCode }: KeyboardEvent) => nativeEvent.isComposing || keyCode === 229
