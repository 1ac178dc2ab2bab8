import { createContext } from 'react'

/** The ID of the record whose form was opened over another page. */
export const FormId = createContext<string | undefined>(undefined)
