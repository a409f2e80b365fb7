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
  'app.not_loaded':
    "Cette page n'a pas pu être chargée : le serveur ne répond pas, ou il est en cours de mise à jour.",
  'app.load_again': 'Recharger la page',
  'app.not_found': "Cette page n'existe pas.",
  'app.told': '{what} : {told}',
  'app.close': 'Fermer',
  'app.ended': "Votre session est terminée : elle a été fermée sur un autre appareil ou dans une autre fenêtre, ou elle a expiré. Connectez-vous pour continuer à jouer.",
  'app.cancel': 'Annuler',
  'app.menu': 'Menu',
  'board.help':
    "Le plateau. Les flèches le déplacent, + et − changent sa taille, 0 le montre en entier.",
  'board.closer': 'Agrandir',
  'board.further': 'Réduire',
  'board.fit': 'Tout le plateau',
  'table.tools': 'Affichage de la table',
  'board.tools': 'Taille du plateau',
  'problem.offline': "Le serveur ne répond pas. Rien n'est perdu ; nous réessayons.",
  'problem.unknown': 'Une erreur est survenue ({status}).',
};
