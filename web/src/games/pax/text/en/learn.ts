/** Pax Britannica: what the page says to those who see it for the first time. */
export const learn = {
  'pax.intro.1':
    'The world from 1880 to 1916. You lead one of the great powers through ten turns of four years. The power with the most victory points at the end wins; but if European tension reaches 100 the Great War breaks out and everyone loses points, those to blame three times as many.',
  'pax.intro.2':
    'The map has 104 areas that can be won. Each has a value, which it pays, and a strength, with which its people resist. Zoom in to see more; click an area to see everything you can do there.',
  'pax.intro.3':
    'Your markers rise from interest through influence and protectorate to possession. An interest is cheap and free to keep; control, from the protectorate up, pays most, but needs an army in the area and has to be fought for.',
  'pax.intro.4':
    'A marker pays only if a line of communication joins it to your home: through areas you control, and seas where you have a merchant fleet. A fleet that sails away can cut off a continent.',
  'pax.intro.5':
    'Give your orders here; each shows its cost and its consequences. When you are done, say that you are ready. Money left in your treasury at the end of the turn buys victory points, and is gone.',
  'pax.intro.6':
    'Two markers that cannot coexist are a dispute and give a power a casus belli. Disputes are settled by yielding, by treaty, in a congress or by war; every step of a quarrel raises tension.',
  'pax.intro.7':
    'World affairs: the powers and their ledgers, treaties, casus belli, congress and wars. Treaties may be offered and signed at any time, openly or in secret; the game carries them out and watches over them.',
  'pax.intro.8':
    'Above you see the year, the phase and how far tension has risen. The rules are under Rules and cards at the top; More, at the bottom right, has exercises and this introduction.',
};
