/** An answer to a question with several slots: one choice per slot, joined and split. */

const BETWEEN = '; ';

export const putTogether = (parts: string[]): string => parts.join(BETWEEN);

export const takenApart = (answer: string): string[] => answer.split(BETWEEN).filter(Boolean);
