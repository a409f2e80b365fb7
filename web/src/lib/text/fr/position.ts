import type { position as english } from '../en/position';

export const position: Record<keyof typeof english, string> = {
  'position.title': 'La position',
  'position.yes': 'oui',
  'position.no': 'non',
  'position.nothing': 'rien',
  'position.text': 'La position en texte simple',
};
