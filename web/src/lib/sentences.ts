/** Ends of sentences. */

const ENDED = /[.!?…][)’”"»]?$/;

/** A text with a full stop, unless it ends a sentence already; an empty one stays empty. */
export function withStop(text: string): string {
  const plain = text.trimEnd();
  return !plain || ENDED.test(plain.replace(/[\s\u202f\u00a0]+(?=»$)/u, '')) ? plain : `${plain}.`;
}
