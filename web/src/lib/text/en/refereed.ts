/** Refereed tables: playing face to face. */
export const refereed = {
  'referee.title': 'Referee',
  'referee.adjudicate': 'Adjudicate',
  'referee.adjudicate.help':
    'Submits the orders you have entered for all seats together. Seats without orders get the rules’ default.',
  'referee.minutes': 'Minutes',
  'referee.start': 'Start clock',
  'referee.pause': 'Pause',
  'referee.resume': 'Resume',
  'referee.clear': 'Clear clock',
  'referee.projector': 'Projector',
  'referee.sheets': 'Order sheets',
  'referee.sheets.help':
    'The map on the first page, then one sheet for each player who has to write orders now.',
  'referee.sheets.none': 'No one has orders to write now.',
  'referee.print': 'Print',
  'referee.back': 'Back to the table',
  'referee.rewind': 'Go back to here',
  'referee.rewind.help': 'Undoes all later moves. Later dice are rolled again.',
  'referee.awaited': 'Waiting for {seats}',
  'new.refereed': 'Face to face: I enter everyone’s orders',
  'new.refereed.help':
    'The players sit around a real table and need no accounts. You control every seat, adjudicate, project the map and print order sheets. The table is private, has no chat and is not rated.',
};
