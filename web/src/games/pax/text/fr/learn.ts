/** Pax Britannica: what the page says to those who see it for the first time. */
export const learn = {
  'pax.intro.1':
    "Le monde de 1880 à 1916. Vous menez l'une des grandes puissances pendant dix tours de quatre ans. La puissance qui a le plus de points de victoire à la fin l'emporte ; mais si la tension européenne atteint 100, la Grande Guerre éclate : tout le monde perd des points, et les coupables trois fois plus.",
  'pax.intro.2':
    'La carte : 104 aires à gagner. Chacune a une valeur, qui rapporte, et une force, avec laquelle sa population résiste. Rapprochez-vous pour en voir davantage ; cliquez sur une aire pour voir tout ce que vous pouvez y faire.',
  'pax.intro.3':
    "Vos marqueurs montent de l'intérêt à l'influence, au protectorat et à la possession. Un intérêt coûte peu et ne coûte rien ensuite ; le contrôle, à partir du protectorat, rapporte le plus, mais il demande une armée sur place et il faut se battre pour l'obtenir.",
  'pax.intro.4':
    "Un marqueur ne rapporte que si une ligne de communication le relie à votre nation d'origine : par des aires que vous contrôlez et des mers où vous avez une flotte marchande. Une flotte marchande qui s'en va peut isoler un continent.",
  'pax.intro.5':
    "C'est ici que vous donnez vos ordres, avec ce que chacun coûte et ce qui s'ensuit. Quand vous avez fait tout ce que vous vouliez, dites que vous avez terminé. Ce qui reste au trésor à la fin du tour achète des points de victoire, puis disparaît.",
  'pax.intro.6':
    "Deux marqueurs qui ne peuvent pas coexister forment un litige et donnent à quelqu'un un casus belli. Il se règle par une concession, par un traité, au congrès ou par la guerre ; et chaque étape d'un litige fait monter la tension.",
  'pax.intro.7':
    "Les affaires du monde : les puissances et leurs comptes, les traités, les casus belli, le congrès et les guerres. Un traité peut être proposé et signé à tout moment, au grand jour ou en secret ; le jeu l'exécute et veille à son respect.",
  'pax.intro.8':
    "En haut, l'année, la phase, et la montée de la tension. Les règles sont sous « Règles et cartes », en haut ; l'onglet « Plus », en bas à droite, propose des exercices et cette introduction.",
};
