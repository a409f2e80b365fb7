import type { GameText } from './types';

/** Names of kinds in refusals, such as `a region`; they name no things. */
const WORD_KINDS = 'word_kind';

/** The names of a game's things in one language. */
export class Names {
  private readonly everywhere: Record<string, string> = {};

  constructor(private readonly text: GameText) {
    for (const [kind, names] of Object.entries(text.names))
      if (kind !== WORD_KINDS) Object.assign(this.everywhere, names);
  }

  /** The name of a thing; its id if it has none. */
  of(id: string, kind?: string): string {
    return (kind && this.text.names[kind]?.[id]) || this.everywhere[id] || id;
  }

  /** The kind of a thing: that of the name that `of` gives; '' if it has none. */
  kindOf(id: string): string {
    const kinds = Object.keys(this.text.names).filter((kind) => this.text.names[kind]?.[id]);
    return kinds.filter((kind) => kind !== WORD_KINDS).at(-1) ?? '';
  }

  get(key: string): string {
    return this.text.texts[key] ?? key;
  }
}
