/** A part of an address as it was meant; one that was cut off or never encoded stands for itself. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** What the address of the page leads to on it. */
export const fragment = () => decoded(location.hash.slice(1));
