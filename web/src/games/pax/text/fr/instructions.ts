/** Pax Britannica: what the page says about standing instructions. */
export const instructions = {
  'pax.instructions': 'Consignes permanentes',
  'pax.instructions.count': '({n})',
  'pax.instructions.help':
    'La table répond pour vous, chaque fois, tant que vous n’y changez rien. Vous seul les voyez. Les votes et les passages respectent vos traités ; les attaques et les replis n’en tiennent pas compte. Là où vous laissez « me demander », la question vous est posée.',
  'pax.instructions.ask': 'me demander',
  'pax.instructions.fight': 'Attaquer en combat colonial',
  'pax.instructions.odds': 'si {n} {n|face|faces} sur 6 au moins {n|gagne|gagnent}',
  'pax.instructions.below': 'Si les chances sont moindres',
  'pax.instructions.decline': 'renoncer',
  'pax.instructions.retreat': 'Les unités qui doivent partir vont',
  'pax.instructions.home': 'chez elles',
  'pax.instructions.ready': 'Prêt en négociation, sauf litige, casus belli ou offre en attente',
  'pax.instructions.quarrels': 'Ni congrès ni déclaration de guerre, sauf si j’y perdrais un marqueur',
  'pax.instructions.votes': 'Votes au congrès',
  'pax.instructions.votes.help':
    'Pour les projets sur les litiges des autres. Les votes promis sont tenus ; on vous demande toujours pour un projet qui vous nomme.',
  'pax.instructions.drafts': 'Projets {who}',
  'pax.instructions.others': 'de tous les autres',
  'pax.instructions.yes': 'voter oui',
  'pax.instructions.no': 'voter non',
  'pax.instructions.passage': '{what} en guerre',
  'pax.instructions.as_before': 'comme avant',
  'pax.instructions.open': 'ouvert à tous',
  'pax.instructions.close': 'fermé, sauf aux alliés',
  'pax.instructions.usual': 'Consignes habituelles',
  'pax.instructions.clear': 'Tout retirer',
};
