import type { common as english } from '../en/common';

export const common: Record<keyof typeof english, string> = {
  'app.name': 'Entente',
  'app.home': 'Accueil',
  'app.lobby': 'Tables',
  'app.library': 'Règles et cartes',
  'app.profile': 'Profil',
  'app.language': 'Langue',
  'app.theme': 'Clair ou sombre',
  'app.theme.system': 'Comme le système',
  'app.theme.light': 'Clair',
  'app.theme.dark': 'Sombre',
  'app.skip': 'Aller au contenu',
  'app.loading': 'Un instant…',
  'app.not_found': "Cette page n'existe pas.",
  'app.close': 'Fermer',
  'app.cancel': 'Annuler',
  'app.menu': 'Menu',
  'board.help':
    "Le plateau. Les flèches le déplacent, + et − changent sa taille, 0 le montre en entier.",
  'board.closer': 'Plus près',
  'board.further': 'Plus loin',
  'board.fit': 'Tout le plateau',
  'table.tools': 'Affichage de la table',
  'board.tools': 'Taille du plateau',
  'problem.offline': "Le serveur ne répond pas. Rien n'est perdu ; nous réessayons.",
  'problem.unknown': "Quelque chose n'a pas marché ({status}).",
};
