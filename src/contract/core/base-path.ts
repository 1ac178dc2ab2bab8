/** What every path of the API begins with; the version is part of it (specification, part 9). */
export const basePath = '/api/public/v1'
