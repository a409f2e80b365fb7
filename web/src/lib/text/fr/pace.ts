/** Rythme, délais et absences. */
import type { pace as english } from '../en/pace';

export const pace: Record<keyof typeof english, string> = {
  'pace.phase': '{phase} {length}',
  'pace.each_phase': '{length} par phase',
  'pace.each_turn': '{length} par tour',
  'terms.pace.not_on': 'sans compter {days}',
  'terms.pace.hour': "jusqu'à {hour} ({zone})",
  'terms.pace.grace': 'le premier délai manqué est repoussé de {length}',

  'new.pace.phases': 'Par phases, chacune avec son délai',
  'new.phases': 'Durée des phases',
  'new.phases.turn': 'chaque tour',
  'new.phases.preset.live': 'En direct, 10 min',
  'new.phases.preset.daily': 'Une phase par jour',
  'new.phases.preset.two_days': 'Deux jours, un jour',
  'new.hour': 'Les longues phases finissent',
  'new.hour.any': 'quand leur temps est écoulé',
  'new.hour.at': 'à {hour}',
  'new.hour.help':
    'Une phase de douze heures ou plus finit alors à {hour}, au plus tôt deux heures avant la fin de sa durée.',
  'new.zone': 'Fuseau horaire',
  'new.days_off_in': 'Jours où les délais ne courent pas ({zone})',
  'new.grace': "Délai de grâce au premier retard d'un joueur",
  'new.grace.none': 'aucun',
  'new.preset.live_phases': 'Phases en direct',
  'new.preset.daily': 'Une phase par jour',
  'new.preset.two_days': 'Deux jours, un jour',
};
