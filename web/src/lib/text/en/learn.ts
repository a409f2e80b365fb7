/** Exercises and the guided first turn. */
export const learn = {
  'exercise.title': 'Exercises',
  'exercise.about':
    'Small problems, each in a position of its own. The rules judge the answer, and say why.',
  'exercise.solved': 'Solved: {n} of {of}.',
  'exercise.is_solved': 'solved',
  'exercise.number': 'Exercise {n} of {of}',
  'exercise.all': 'All exercises',
  'exercise.hint': 'A hint ({n} left)',
  'exercise.hint.n': 'Hint {n}:',
  'exercise.show': 'Show me',
  'exercise.solution': 'This solves it:',
  'exercise.play': 'Play it',
  'exercise.right': 'Right.',
  'exercise.wrong': 'Not yet.',
  'exercise.again': 'Try again',
  'exercise.next': 'Next exercise',
} as const;
