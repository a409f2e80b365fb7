export const position = {
  'position.title': 'The position',
  'position.yes': 'yes',
  'position.no': 'no',
  'position.nothing': 'nothing',
  'position.text': 'The position in plain text',
};
