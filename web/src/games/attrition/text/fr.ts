import type { en } from './en';

export const fr: Record<keyof typeof en, string> = {
  'attrition.turn': '(tour {number} sur {turns})',
  'attrition.plays': 'Joueur actif : {seat}',
  'attrition.industry': 'Points industriels',
  'attrition.industry.of':
    '{seat} : {points} {points|point industriel|points industriels}, {needed} donnent la victoire',
  'attrition.industry.needed':
    'Avec {points} {points|point industriel|points industriels} au moment de piocher, un camp gagne aussitôt',
  'attrition.peace': "Temps de paix : entrée interdite chez l'ennemi",
  'attrition.surrendered': "La Russie s'est rendue",
  'attrition.in_force': 'En vigueur : {card}',
  'attrition.coming': 'En vigueur ensuite : {card}',
  'attrition.points': '{points} {points|point industriel|points industriels}',
  'attrition.capital': 'capitale',
  'attrition.ways': 'Liaisons : {regions}',
  'attrition.tiles': '{count} {count|tuile|tuiles} en tout',
  'attrition.trenches': '{count} {count|tranchée|tranchées}',
  'attrition.chip': '{count} × {name}',
  'attrition.yours': 'votre camp',

  'attrition.pile.reserves': 'Réserves',
  'attrition.pile.airfield': 'Aérodrome',
  'attrition.pile.destroyed': 'Détruites',
  'attrition.pile.pouch': 'Poche',
  'attrition.pile.to_come': 'Encore à venir',
  'attrition.pile.none': 'aucune',
  'attrition.generals': 'Généraux : {names}',
  'attrition.mulligans': 'Encore {count} {count|mulligan|mulligans}',
  'attrition.cards': '{count} {count|carte|cartes} en main',
  'attrition.played': 'Jouées :',

  'attrition.hand': 'Vos cartes événement',
  'attrition.hand.dealt': 'Cartes que vous avez reçues',
  'attrition.card.play': 'Jouer',
  'attrition.card.keep': 'Garder',
  'attrition.card.drop': 'Ne pas garder',
  'attrition.card.more': 'En savoir plus',
  'attrition.card.read': 'En savoir plus sur {card}',

  'attrition.battles': 'Batailles de ce tour',
  'attrition.battles.earlier': 'Batailles du tour précédent',
  'attrition.battle.in': 'Bataille :',
  'attrition.battle.now': 'bataille en cours',
  'attrition.battle.planned': 'une bataille est prévue ici',
  'attrition.battle.attacker': 'attaque',
  'attrition.battle.defender': 'défense',
  'attrition.battle.rolls': 'Dés lancés par : {nation}. Ils comptent pour les deux camps.',
  'attrition.battle.legend': "1 touche pour l'infanterie, 2 pour l'artillerie, 3 pour les avions.",
  'attrition.battle.hits': '{count} {count|touche infligée|touches infligées}',
  'attrition.battle.due': '{count} {count|tuile|tuiles} à perdre',
  'attrition.battle.trenches': '{count} {count|touche encaissée|touches encaissées} par les tranchées',
  'attrition.battle.lost': 'pertes :',
  'attrition.battle.no_losses': 'aucune perte',
  'attrition.battle.taken': 'prise par {seat}',
  'attrition.battle.nothing': "Il n'y a pas eu de combat.",
  'attrition.battle.empty': "Aucune tuile ennemie n'était là : pas de dés lancés.",
  'attrition.die': '{face}, sans effet',
  'attrition.die.attacker': "{face}, une touche pour l'attaquant",
  'attrition.die.defender': '{face}, une touche pour le défenseur',
  'attrition.die.both': '{face}, une touche pour les deux camps',

  'attrition.mobilise_all': "Mobiliser les tuiles qui n'ont qu'une place possible ({count})",
  'attrition.again.what': 'Encore : {what}',
  'attrition.again': 'Encore',
  'attrition.many': 'Combien de ces tuiles',
  'attrition.many.fewer': 'Une de moins',
  'attrition.many.more': 'Une de plus',
  'attrition.many.all': 'Toutes ({count})',

  'attrition.words.standing': 'Position actuelle',
  'attrition.words.dice': 'Dés ({nation}) : {dice}.',
  'attrition.words.generals': 'Généraux',
  'attrition.words.mulligans': 'Mulligans restants',
  'attrition.words.cards': 'Cartes en main',

  'attrition.russia.fights': 'La Russie continue la guerre.',
  'attrition.russia.ask': 'Capituler ?',
  'attrition.russia.asked': 'Vous déciderez du sort de la Russie au début de votre prochain tour.',
  'attrition.russia.keep': 'Continuer la guerre',
  'attrition.grave.surrender.ask': 'La Russie doit-elle capituler ?',
  'attrition.grave.surrender':
    "Toutes les tuiles russes sont détruites, maintenant et à chaque pioche ; celles de vos réserves sont remplacées. Les régions russes que vous tenez deviennent neutres : elles ne vous rapportent plus d'industrie, et personne n'y entre.",

  'attrition.intro.1':
    "La Grande Guerre en dix semestres. Un camp mène les Puissances centrales (ocre, tuiles aux coins coupés), l'autre l'Entente (bleu, coins ronds).",
  'attrition.intro.2':
    "L'industrie décide. Vos points sont les valeurs des régions que vous tenez. Avec 17 au moment de piocher, vous gagnez aussitôt ; sinon, le camp qui en a le plus après l'automne 1918 l'emporte.",
  'attrition.intro.3':
    "À chaque tour vous piochez autant de tuiles que vous avez de points. Elles attendent dans vos réserves. L'infanterie touche sur 1, l'artillerie sur 2, l'avion sur 3.",
  'attrition.intro.4':
    'Puis vous mobilisez : chaque tuile entre dans une capitale de sa nation. Choisissez une tuile des réserves, puis une capitale en surbrillance, ou répondez ici. Les tuiles laissées en réserve sont perdues.',
  'attrition.intro.5':
    "Ensuite, déplacez vos tuiles. Seules partent celles d'une capitale de votre camp ; celles des territoires restent. Elles traversent vos régions, vides ou non, et s'arrêtent à la première qui est contestée ou ennemie. Choisissez les tuiles, puis leur but.",
  'attrition.intro.6':
    "Les traits pointillés sur l'eau sont des liaisons maritimes : seule l'Entente les emprunte, et seulement au premier déplacement. Les régions à pois, avec une grille, sont neutres et fermées.",
  'attrition.intro.7':
    "Dans une bataille, seul l'attaquant lance les dés, mais ils comptent pour les deux camps. Chacun choisit ses pertes. S'il ne reste aucun ennemi, vous prenez la région et pouvez avancer. Une région sans défenseur est prise sans lancer de dés.",
  'attrition.intro.8':
    "Les nations neutres de votre camp entrent en guerre à la fin de votre tour, par une déclaration, si une de leurs tuiles est dans vos réserves. Au printemps 1914, c'est encore la paix : préparez-vous.",
  'attrition.later.pass': 'Laisser les batailles prévues ce tour-ci se dérouler telles quelles',
  'attrition.later.unless': 'Me demander tout de même pour une bataille ici :',
  'attrition.review.lost': '{who} : {count} {count|tuile perdue|tuiles perdues}',
  'attrition.digest.lost': '{region} : perdue',
  'attrition.digest.contested': '{region} : contestée, vous ne la tenez plus',
  'attrition.digest.won': '{region} : à vous désormais',
  'attrition.digest.tiles': 'Tuiles détruites : {count}',
  'attrition.digest.industry': 'Vos points industriels : {then} → {now}',
  'attrition.digest.danger': '{region} : {attackers} {attackers|tuile ennemie|tuiles ennemies} à portée, {defenders} à vous',
  'attrition.digest.empty': '{region} : sans défense, {attackers} {attackers|tuile ennemie|tuiles ennemies} à portée',
};
