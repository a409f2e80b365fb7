/** The syntax of composed actions: how forms, lists, amounts and texts are written, and how forms
 * are read. It mirrors `entente.kernel.menu`. */

/** A form: `verb field=value; field=value`. */
export function writeForm(verb: string, fields: [name: string, value: string][]): string {
  const parts = fields.map(([name, value]) => `${name}=${value}`);
  return [verb, parts.join('; ')].filter(Boolean).join(' ');
}

/** A list: `verb [item | item]`; the verb may be empty. */
export const writeList = (items: string[], verb = ''): string => withVerb(verb, `[${items.join(' | ')}]`);

/** A text in quotes; the verb may be empty. */
export const writeText = (text: string, verb = ''): string => withVerb(verb, JSON.stringify(text));

export const writeAmount = (verb: string, amount: number): string => `${verb} ${amount}`;

/** A form as the value of a field. */
export const enclose = (form: string): string => `(${form})`;

const withVerb = (verb: string, rest: string): string => (verb ? `${verb} ${rest}` : rest);

export interface WrittenForm {
  verb: string;
  /** The values of the fields, those of nested forms without their brackets. */
  fields: Record<string, string>;
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[()[\];]/gs;

/** Read a form that the server wrote. */
export function readForm(action: string): WrittenForm {
  const space = action.indexOf(' ');
  if (space < 0) return { verb: action, fields: {} };
  const parts = split(action.slice(space + 1));
  const fields = parts.map((part) => {
    const equals = part.indexOf('=');
    const value = part.slice(equals + 1).trim();
    return [part.slice(0, equals).trim(), value.replace(/^\((.*)\)$/s, '$1')];
  });
  return { verb: action.slice(0, space), fields: Object.fromEntries(fields) };
}

/** Split the fields of a form at semicolons that are not inside brackets or quotes. */
function split(text: string): string[] {
  const found: string[] = [];
  let [begin, depth] = [0, 0];
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (token === '(' || token === '[') depth++;
    else if (token === ')' || token === ']') depth--;
    else if (token === ';' && !depth) {
      found.push(text.slice(begin, index));
      begin = index + 1;
    }
  }
  return [...found, text.slice(begin)].filter((part) => part.trim());
}
