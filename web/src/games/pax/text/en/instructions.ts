/** Pax Britannica: what the page says about standing instructions. */
export const instructions = {
  'pax.instructions': 'Standing instructions',
  'pax.instructions.count': '({n})',
  'pax.instructions.help':
    'The table answers for you, every time, until you change this. Only you can see it. Votes and passages respect your treaties; attacks and retreats do not look at them. Where you leave “ask me”, you are asked.',
  'pax.instructions.ask': 'ask me',
  'pax.instructions.fight': 'Attack in colonial combat',
  'pax.instructions.odds': 'if {n} in 6 win or better',
  'pax.instructions.below': 'At worse odds',
  'pax.instructions.decline': 'decline',
  'pax.instructions.retreat': 'Units that must leave a place go',
  'pax.instructions.home': 'home',
  'pax.instructions.ready': 'Ready in negotiation, unless I have a dispute, a casus belli or an offer to answer',
  'pax.instructions.quarrels': 'Call no congress and declare no war, unless I would lose a marker',
  'pax.instructions.votes': 'Votes in congress',
  'pax.instructions.votes.help':
    'For drafts on the disputes of others. Promised votes are honoured; drafts that name you are always asked about.',
  'pax.instructions.drafts': 'Drafts {who}',
  'pax.instructions.others': 'of all others',
  'pax.instructions.yes': 'vote yes',
  'pax.instructions.no': 'vote no',
  'pax.instructions.passage': '{what} in war',
  'pax.instructions.as_before': 'as before',
  'pax.instructions.open': 'open to all',
  'pax.instructions.close': 'closed, except to allies',
  'pax.instructions.usual': 'Use the usual ones',
  'pax.instructions.clear': 'Remove all',
};
