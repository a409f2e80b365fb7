/** Refereed tables: playing face to face. */
export const refereed = {
  'referee.title': 'Arbitre',
  'referee.adjudicate': 'Résoudre',
  'referee.adjudicate.help':
    'Envoie ensemble les ordres que vous avez saisis pour toutes les places. Une place sans ordres suit ce que prévoient les règles.',
  'referee.minutes': 'Minutes',
  'referee.start': 'Lancer le minuteur',
  'referee.pause': 'Pause',
  'referee.resume': 'Reprendre',
  'referee.clear': 'Effacer le minuteur',
  'referee.projector': 'Projection',
  'referee.sheets': "Feuilles d'ordres",
  'referee.sheets.help': 'La carte sur la première page, puis une feuille pour chaque joueur qui doit écrire des ordres.',
  'referee.sheets.none': "Aucun joueur n'a d'ordres à écrire pour l'instant.",
  'referee.print': 'Imprimer',
  'referee.back': 'Retour à la table',
  'referee.rewind': 'Revenir ici',
  'referee.rewind.help': 'Annule tous les coups suivants. Les dés suivants seront relancés.',
  'referee.awaited': 'En attente : {seats}',
  'new.refereed': "Autour d'une vraie table : je saisis tous les ordres",
  'new.refereed.help':
    "Les joueurs sont autour d'une vraie table et n'ont pas besoin de compte. Vous tenez toutes les places, résolvez les ordres, projetez la carte et imprimez les feuilles d'ordres. La table est privée, sans messages, et n'est pas classée.",
};
