/** An answer to a question of several slots is one choice for each, put together and taken apart. */

const BETWEEN = '; ';

export const putTogether = (parts: string[]): string => parts.join(BETWEEN);

export const takenApart = (answer: string): string[] => answer.split(BETWEEN).filter(Boolean);
