/** Les exercices et le premier tour accompagné. */
import type { learn as english } from '../en/learn';

export const learn: Record<keyof typeof english, string> = {
  'exercise.title': 'Exercices',
  'exercise.about':
    'De petits problèmes, chacun dans sa propre position. Les règles jugent la réponse et disent pourquoi.',
  'exercise.solved': 'Résolus : {n} sur {of}.',
  'exercise.is_solved': 'résolu',
  'exercise.number': 'Exercice {n} sur {of}',
  'exercise.all': 'Tous les exercices',
  'exercise.hint': 'Un indice (encore {n})',
  'exercise.hint.n': 'Indice {n} :',
  'exercise.show': 'Voir la solution',
  'exercise.solution': 'La solution :',
  'exercise.play': 'Jouer la solution',
  'exercise.right': 'Juste.',
  'exercise.wrong': 'Pas encore.',
  'exercise.again': 'Réessayer',
  'exercise.restart': 'Recommencer',
  'exercise.next': 'Exercice suivant',
  'guide.title': 'Votre premier tour',
  'guide.over': 'Votre premier tour est fini',
  'guide.more': 'Plus',
  'guide.less': 'Moins',
  'guide.end': 'Fermer le guide',
  'guide.did': '{who} : ce qui a été fait',
  'guide.others': 'Ce que les autres ont fait',
  'guide.changed': '{who} : effet sur la partie, {what}',
  'guide.ask': "Que ferait l'ordinateur ici ?",
  'guide.thinks': "L'ordinateur réfléchit…",
  'guide.advice': "L'ordinateur choisirait : {what}.",
  'guide.go_on': 'Vous savez maintenant jouer. Pour vous exercer :',
};
