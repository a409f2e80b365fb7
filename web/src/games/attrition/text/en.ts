/** The words of An Attrition of Souls on the page; names and rules come from the server. */

export const en = {
  'attrition.turn': '(turn {number} of {turns})',
  'attrition.plays': '{seat} to play',
  'attrition.industry': 'Industry points',
  'attrition.industry.of': '{seat}: {points} industry points, {needed} win',
  'attrition.industry.needed':
    'A side with {points} industry points when drawing tiles wins immediately',
  'attrition.peace': 'Peacetime: no entry into enemy regions',
  'attrition.surrendered': 'Russia has surrendered',
  'attrition.in_force': 'In force: {card}',
  'attrition.coming': 'In force next: {card}',
  'attrition.points': '{points} {points|industry point|industry points}',
  'attrition.capital': 'capital',
  'attrition.ways': 'Paths: {regions}',
  'attrition.tiles': '{count} tiles in all',
  'attrition.trenches': '{count} {count|trench|trenches}',
  'attrition.chip': '{count} × {name}',
  'attrition.yours': 'your side',

  'attrition.pile.reserves': 'Reserves',
  'attrition.pile.airfield': 'Airfield',
  'attrition.pile.destroyed': 'Destroyed',
  'attrition.pile.pouch': 'Pouch',
  'attrition.pile.to_come': 'Still to come',
  'attrition.pile.none': 'none',
  'attrition.generals': 'Generals: {names}',
  'attrition.mulligans': '{count} {count|mulligan|mulligans} left',
  'attrition.cards': '{count} {count|card|cards} in hand',
  'attrition.played': 'Played:',

  'attrition.hand': 'Your event cards',
  'attrition.hand.dealt': 'Cards dealt to you',
  'attrition.card.play': 'Play',
  'attrition.card.keep': 'Keep',
  'attrition.card.drop': 'Do not keep',
  'attrition.card.more': 'More',
  'attrition.card.read': 'More about {card}',

  'attrition.battles': 'Battles this turn',
  'attrition.battles.earlier': 'Battles last turn',
  'attrition.battle.in': 'Battle:',
  'attrition.battle.now': 'a battle is being fought here',
  'attrition.battle.planned': 'a battle is planned here',
  'attrition.battle.attacker': 'attacking',
  'attrition.battle.defender': 'defending',
  'attrition.battle.rolls': '{nation} rolls; both sides score with these dice:',
  'attrition.battle.legend': '1 hits for infantry, 2 for artillery, 3 for airplanes.',
  'attrition.battle.hits': '{count} {count|hit|hits} scored',
  'attrition.battle.due': '{count} {count|tile|tiles} to lose',
  'attrition.battle.trenches': '{count} {count|hit|hits} taken by trenches',
  'attrition.battle.lost': 'lost:',
  'attrition.battle.no_losses': 'no losses',
  'attrition.battle.taken': 'taken by {seat}',
  'attrition.battle.nothing': 'No battle took place.',
  'attrition.battle.empty': 'No enemy tiles were there, so no dice were rolled.',
  'attrition.die': '{face}, no hit',
  'attrition.die.attacker': '{face}, a hit for the attacker',
  'attrition.die.defender': '{face}, a hit for the defender',
  'attrition.die.both': '{face}, a hit for both sides',

  'attrition.mobilise_all': 'Mobilise {count} tiles with one destination',
  'attrition.again.what': 'Again: {what}',
  'attrition.again': 'Again',
  'attrition.many': 'How many',
  'attrition.many.fewer': 'One fewer',
  'attrition.many.more': 'One more',
  'attrition.many.all': 'All {count}',

  'attrition.words.standing': 'Current position',
  'attrition.words.dice': '{nation} rolled {dice}.',
  'attrition.words.generals': 'Generals',
  'attrition.words.mulligans': 'Mulligans left',
  'attrition.words.cards': 'Cards in hand',

  'attrition.russia.fights': 'Russia fights on.',
  'attrition.russia.ask': 'Surrender Russia?',
  'attrition.russia.asked': 'You decide about Russia at the start of your next turn.',
  'attrition.russia.keep': 'Keep fighting',
  'attrition.grave.surrender.ask': 'Surrender Russia?',
  'attrition.grave.surrender':
    'All Russian tiles will be destroyed, now and whenever one is drawn later; those in your reserves will be replaced. The Russian regions you hold will become neutral: they will give you no industry, and no one will be able to enter them.',

  'attrition.intro.1':
    'The Great War in ten half-years. One side leads the Central Powers (ochre, tiles with cut corners), the other the Entente (blue, round corners).',
  'attrition.intro.2':
    'Industry decides the game. Your points are the values of the regions you hold. Begin a draw with 17 and you win immediately; otherwise the side with more after fall 1918 wins.',
  'attrition.intro.3':
    'Each turn you draw as many tiles from your pouch as you have points. They wait in your reserves. Infantry hits on a 1, artillery on a 2, airplanes on a 3.',
  'attrition.intro.4':
    'Then you mobilise: each tile enters in a capital of its own nation. Choose a tile in the reserves, then a highlighted capital, or answer here. Tiles left behind are lost.',
  'attrition.intro.5':
    'Now move. Only tiles in a capital of your side may move; those in territories stay. They cross regions you hold, with or without tiles, and stop at the first contested or hostile region. Choose tiles, then where they go.',
  'attrition.intro.6':
    'Dashed lines on the water are sea paths: only the Entente uses them, and only for the first step. Dotted regions with a gate are neutral and closed.',
  'attrition.intro.7':
    'In a battle only the attacker rolls, but both sides score with the same dice. Each side chooses its own losses. If no enemy is left, you take the region and may advance. An undefended region is taken without dice.',
  'attrition.intro.8':
    'Neutral nations join your side by a declaration of war at the end of your turn, if one of their tiles is in your reserves. In spring 1914 there is still peace: prepare.',
  'attrition.later.pass': 'Let this turn’s planned battles be fought as they are',
  'attrition.later.unless': 'Ask me anyway about a battle in',
  'attrition.review.lost': '{who} lose {count} {count|tile|tiles}',
  'attrition.digest.lost': '{region}: lost',
  'attrition.digest.contested': '{region}: no longer yours, contested',
  'attrition.digest.won': '{region}: now yours',
  'attrition.digest.tiles': 'Tiles destroyed: {count}',
  'attrition.digest.industry': 'Your industry points: {then} → {now}',
  'attrition.digest.danger': '{region}: {attackers} enemy {attackers|tile|tiles} within reach, {defenders} of yours',
  'attrition.digest.empty': '{region}: undefended, {attackers} enemy {attackers|tile|tiles} within reach',
} as const;

type Texts = typeof en;

declare module '$lib/text/keys' {
  interface GameTexts extends Texts {}
}
