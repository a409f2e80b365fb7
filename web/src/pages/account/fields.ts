/** The field of the sign-up form that a refusal is about. */

export type Field = 'name' | 'password' | 'email';

const FIELDS: Record<Field, string[]> = {
  name: ['name', 'name_unseen', 'name_mixed', 'taken'],
  password: ['password', 'common', 'no_letters', 'is_name', 'pattern'],
  email: ['email', 'email_taken', 'no_mail'],
};

/** The field for the key of a problem; null if the problem is about the whole form. */
export function fieldOf(key: string): Field | null {
  const fields = Object.keys(FIELDS) as Field[];
  return fields.find((field) => FIELDS[field].some((each) => key === `problem.account.${each}`)) ?? null;
}
