/** Choices for tests, as the server would tell them: a verb, then the things it is done with. */

import { choiceOf, type Choice } from './choices';

export function choice(action: string, label = action, kind: (name: string) => string = () => ''): Choice {
  const [verb, ...names] = action.split(' ');
  return choiceOf({ action, label, verb, things: names.map((name) => ({ kind: kind(name), name })) });
}
