/** Rythme, délais et absences. */
import type { pace as english } from '../en/pace';

export const pace: Record<keyof typeof english, string> = {
  'pace.phase': '{phase} {length}',
  'pace.each_phase': '{length} par phase',
  'pace.each_turn': '{length} par tour',
  'terms.pace.not_on': 'sans compter {days}',
  'terms.pace.hour': "jusqu'à {hour} ({zone})",
  'terms.pace.grace': '{length} de grâce à la première échéance manquée',

  'new.pace.phases': 'Par phases, chacune avec son échéance',
  'new.phases': 'Durée des phases',
  'new.phases.turn': 'chaque tour',
  'new.phases.preset.live': 'En direct, 10 min',
  'new.phases.preset.daily': 'Une phase par jour',
  'new.phases.preset.two_days': 'Deux jours, un jour',
  'new.hour': 'Fin des longues phases',
  'new.hour.any': 'quand leur temps est écoulé',
  'new.hour.at': 'à {hour}',
  'new.hour.help':
    "Les phases de douze heures ou plus se terminent à {hour}, avec deux heures d'avance au plus.",
  'new.zone': 'Fuseau horaire',
  'new.days_off_in': 'Jours où les échéances sont suspendues ({zone})',
  'new.grace': "Délai de grâce à la première échéance manquée d'un joueur",
  'new.grace.none': 'aucun',
  'new.preset.live_phases': 'Phases en direct',
  'new.preset.daily': 'Une phase par jour',
  'new.preset.two_days': 'Deux jours, un jour',

  'absence.abandon': 'Si un joueur manque une échéance, la partie est annulée.',
  'absence.computer_after':
    "Quand un joueur a manqué {n} {n|phase|phases} de suite, l'ordinateur joue jusqu'à son retour.",
  'absence.abandon_after':
    'Quand un joueur a manqué {n} {n|phase|phases} de suite, la partie est annulée.',
  'terms.absence': 'Joueurs absents',
  'terms.absence.abandon': 'la partie est annulée si un joueur est en retard',
  'terms.absence.computer_after':
    "l'ordinateur joue pour ceux qui manquent {n} {n|phase|phases} de suite",
  'terms.absence.abandon_after':
    'la partie est annulée si un joueur manque {n} {n|phase|phases} de suite',
  'terms.replacements': 'les places des absents peuvent être reprises',
  'terms.no_replacements': 'les absents ne sont pas remplacés',
  'terms.leave': '{days} {days|jour|jours} de congé par joueur',
  'terms.no_leave': 'pas de congé',
  'terms.chat_phases': 'aussi pendant les phases suivantes : {phases}',
  'terms.min_reliability': 'fiabilité de {percent} % au moins',
  'new.absence.title': 'Joueurs absents',
  'new.absence.abandon': 'la partie est annulée',
  'new.missed_phases': 'Après combien de phases manquées de suite',
  'new.missed_phases.n': '{n} {n|phase manquée|phases manquées}',
  'new.missed_phases.help': "Avant, la règle du jeu s'applique, comme le désordre civil.",
  'new.leave': 'Congés par joueur',
  'new.leave.ever': 'illimités',
  'new.leave.n': '{days} {days|jour|jours}',
  'new.leave.help':
    "Les jours de congé pris s'en déduisent ; une échéance manquée en coûte un automatiquement.",
  'new.replacements': 'Permettre de reprendre les places abandonnées',
  'new.min_reliability': 'Fiabilité minimale pour prendre place',
  'new.min_reliability.none': 'aucune',
  'new.chat_phase':
    'Permettre les messages pendant la phase « {phase} » (hors des règles standard)',
  'lobby.takeover': 'À reprendre',
  'lobby.none.takeover': "Aucune place à reprendre pour l'instant.",
  'takeover.go': 'Reprendre {seat}',
  'takeover.open': 'à reprendre',
  'takeover.caretaker': 'ordinateur intérimaire, place à reprendre',
  'takeover.left': 'Son joueur est parti {when}.',
  'takeover.away': 'Son joueur est absent depuis le {when} et peut encore revenir.',
  'takeover.moves': "L'ordinateur a joué {n} {n|coup|coups} à cette place.",
  'takeover.letters':
    'Vous verrez les messages privés de cette place à partir de maintenant, mais pas les précédents.',
  'takeover.sign_up': 'Pour reprendre une place, il faut un compte créé depuis au moins un jour.',
  'takeover.new': 'Votre compte est récent : vous pourrez reprendre une place à partir du {when}.',
  'takeover.what': 'Ce que vous reprenez',
  'takeover.closed':
    "Cette table n'a pas de spectateurs : vous verrez la position après avoir pris la place.",
  'takeover.wanted': 'Place à reprendre : {seats}.',
  'events.title': 'À la table',
  'vote.ask.extend': 'Repousser les échéances',
  'vote.asks.extend':
    '{who} : proposition de repousser toutes les échéances de {hours} {hours|heure|heures}.',
  'vote.extend.hours': 'Heures',
  'vote.expires': "Ouverte jusqu'au {when}.",
  'vote.limits':
    "Les propositions expirent au bout d'un moment. Une pause dure 14 jours au plus.",
  'table.leave_left': '{days} {days|jour|jours} de congé {days|restant|restants}',
  'table.pause_ends': 'La partie reprendra automatiquement le {when}.',
};
