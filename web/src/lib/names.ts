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

  /** A name and its forms for use inside sentences, as values of a text: `who`, `who_the`,
   * `who_of`, `who_to`, and `who_gram` for what agrees with it. */
  values(as: string, id: string, kind: string): Record<string, string> {
    const forms = ['the', 'of', 'to'].map((form): [string, string] => [
      `${as}_${form}`,
      this.of(id, `${kind}_${form}`),
    ]);
    return { [as]: this.of(id, kind), [`${as}_gram`]: this.gram(id), ...Object.fromEntries(forms) };
  }

  /** The gender and number of a name, such as `mp`; masculine singular where nothing says so. */
  gram(id: string): string {
    return this.text.texts[`gram.${id}`] ?? 'ms';
  }

  get(key: string): string {
    return this.text.texts[key] ?? key;
  }
}
