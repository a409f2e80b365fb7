export const position = {
  'position.title': 'Position',
  'position.yes': 'yes',
  'position.no': 'no',
  'position.nothing': 'nothing',
  'position.text': 'Position in plain text',
};
