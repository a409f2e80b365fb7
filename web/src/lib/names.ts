import type { GameText } from './types';

/** Names of kinds in refusals, such as `a region`; they name no things. */
const WORD_KINDS = 'word_kind';

/** Kinds of forms inside sentences, such as `tile_the`, beside the names themselves. */
const FORM = /_(?:the|of|to|in|from)$/;

/** The names of a game's things in one language. */
export class Names {
  private readonly everywhere: Record<string, string> = {};

  constructor(private readonly text: GameText) {
    const isForm = (kind: string) => FORM.test(kind) && kind.replace(FORM, '') in text.names;
    const kinds = Object.keys(text.names).filter((kind) => kind !== WORD_KINDS);
    for (const kind of [...kinds.filter(isForm), ...kinds.filter((each) => !isForm(each))])
      Object.assign(this.everywhere, text.names[kind]);
  }

  /** The name of a thing; its id if it has none. */
  of(id: string, kind?: string): string {
    return (kind && this.text.names[kind]?.[id]) || this.everywhere[id] || id;
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
