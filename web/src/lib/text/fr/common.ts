import type { common as english } from '../en/common';

export const common: Record<keyof typeof english, string> = {
  'app.name': 'Entente',
  'app.home': 'Accueil',
  'app.lobby': 'Tables',
  'app.library': 'Règles et cartes',
  'app.profile': 'Profil',
  'app.language': 'Langue',
  'app.theme': 'Thème',
  'app.theme.system': 'Celui du système',
  'app.theme.light': 'Clair',
  'app.theme.dark': 'Sombre',
  'app.storage_blocked':
    "Votre navigateur bloque les cookies et le stockage de ce site. Vous pouvez lire et regarder ; pour jouer et garder vos réglages, autorisez-les.",
  'app.skip': 'Aller au contenu',
  'app.loading': 'Un instant…',
  'app.not_loaded':
    "Cette page n'a pas pu être chargée : le serveur ne répond pas, ou il est en cours de mise à jour.",
  'app.part_not_loaded':
    "Cette partie de la page n'a pas pu être chargée : le serveur ne répond pas, ou il a été mis à jour.",
  'app.try_again': 'Réessayer',
  'app.load_again': 'Recharger la page',
  'app.not_found': 'Page introuvable.',
  'title.table': 'Table',
  'title.game': '{game}',
  'title.exercises': '{game} : exercices',
  'title.story': '{table} : compte rendu',
  'app.told': '{what} : {told}',
  'app.close': 'Fermer',
  'app.ended': "Votre session est terminée : elle a été fermée sur un autre appareil ou dans une autre fenêtre, ou elle a expiré. Connectez-vous pour continuer à jouer.",
  'app.cancel': 'Annuler',
  'app.menu': 'Menu',
  'board.help':
    "Le plateau. Les flèches le déplacent, + et − changent sa taille, 0 le montre en entier.",
  'board.closer': 'Agrandir',
  'board.further': 'Réduire',
  'board.fit': 'Montrer tout le plateau',
  'table.tools': 'Affichage de la table',
  'board.tools': 'Taille du plateau',
  'problem.offline': "Le serveur ne répond pas. Rien n'est perdu ; nous réessayons.",
  'problem.unknown': 'Une erreur est survenue ({status}).',
};
