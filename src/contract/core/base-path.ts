/** The prefix of every API path, including the version (specification, part 9). */
export const basePath = '/api/public/v1'
