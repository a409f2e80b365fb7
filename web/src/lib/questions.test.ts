import { expect, test } from 'vitest';
import { withFirstQuestion, type TellingState } from './questions';

const asked = {
  prompt: 'Do you buy?',
  links: [],
  choices: [{ label: 'Ready' }, { label: 'Buy Crete', remark: 'dear' }],
};

function told(decisions: object[], questions: object[]): TellingState {
  const part = { view: { waiting: ['france'], decisions }, asked: questions, undoable: 1 };
  return { type: 'state', version: 3, seats: { france: part } } as unknown as TellingState;
}

test('of several questions the first is shown, with remarks beside the choices', () => {
  const seen = withFirstQuestion(told([{ step: 'market' }, { step: 'desk' }], [asked, asked]));
  const part = seen.seats['france'];
  expect(part?.view.decision?.step).toBe('market');
  expect(part?.asked?.labels).toEqual(['Ready', 'Buy Crete (dear)']);
  expect(part?.undoable).toBe(1);
});

test('whoever is asked nothing has no question', () => {
  const part = withFirstQuestion(told([], [])).seats['france'];
  expect(part?.view.decision).toBeNull();
  expect(part?.asked).toBeNull();
});
