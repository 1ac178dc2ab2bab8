/** What is wrong with a database, as a sentence for its operator. */
export class DatabaseFailure extends Error {}
