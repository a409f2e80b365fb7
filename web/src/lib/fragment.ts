/** A decoded part of an address; one that was truncated or never encoded is left as it is. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The target of the page's fragment. */
export const fragment = () => decoded(location.hash.slice(1));
