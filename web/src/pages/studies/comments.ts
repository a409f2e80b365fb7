/** Which comments of a node a reader sees in the list of moves. */

import type { CommentText, Language } from '$lib/types';

/** Those in the reader's language; of an author or computer that did not write in it, the others. */
export function commentsFor(comments: CommentText[], language: Language): CommentText[] {
  const author = ({ by, computer }: CommentText) => `${computer} ${by ?? ''}`;
  const spoken = new Set(comments.filter((each) => each.language === language).map(author));
  return comments.filter((each) => each.language === language || !spoken.has(author(each)));
}

/** The reader's own comment in a language. */
export const mine = (comments: CommentText[], language: Language): CommentText | undefined =>
  comments.find((each) => each.mine && !each.computer && each.language === language);
