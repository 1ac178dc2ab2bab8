export type WithId = { id: string }
