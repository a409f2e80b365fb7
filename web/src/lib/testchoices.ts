/** Choices for tests, as the server would send them: a verb, then its things. */

import { choiceOf, type Choice } from './choices';

export function choice(action: string, label = action, kind: (name: string) => string = () => ''): Choice {
  const [verb, ...names] = action.split(' ');
  return choiceOf({ action, label, verb, things: names.map((name) => ({ kind: kind(name), name })) });
}
