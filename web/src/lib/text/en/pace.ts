/** Pace, deadlines and absence. */
export const pace = {
  'pace.phase': '{phase} {length}',
  'pace.each_phase': '{length} per phase',
  'pace.each_turn': '{length} per turn',
  'terms.pace.not_on': 'not counting {days}',
  'terms.pace.hour': 'until {hour} ({zone})',
  'terms.pace.grace': 'the first missed deadline is put off by {length}',

  'new.pace.phases': 'Phases, each with its own deadline',
  'new.phases': 'Length of the phases',
  'new.phases.turn': 'each turn',
  'new.phases.preset.live': 'Live, 10 min',
  'new.phases.preset.daily': 'Daily',
  'new.phases.preset.two_days': 'Two days, one day',
  'new.hour': 'Long phases end',
  'new.hour.any': 'when their time is up',
  'new.hour.at': 'at {hour}',
  'new.hour.help':
    'A phase of twelve hours or more then ends at {hour}, at the earliest two hours before its length is up.',
  'new.zone': 'Time zone',
  'new.days_off_in': 'Days when deadlines are paused ({zone})',
  'new.grace': 'Grace for a player’s first missed deadline',
  'new.grace.none': 'none',
  'new.preset.live_phases': 'Live phases',
  'new.preset.daily': 'Daily',
  'new.preset.two_days': 'Two days, one day',
} as const;
