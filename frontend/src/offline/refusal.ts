// A refusal of the local table: the same codes and sentences as the server's.
export class Refusal extends Error {
  constructor(
    readonly code: string,
    sentence: string,
  ) {
    super(sentence);
  }
}
