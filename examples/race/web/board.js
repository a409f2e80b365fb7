/** The board of the race: two roads north to the sea, with the legal orders on one's own road. */

const SVG = 'http://www.w3.org/2000/svg';
const WIDTH = 560;
const BEYOND = 1200; // the sea goes on beside the map
const SHORE = 84;
const SOUTH = 470;
const ROAD = { allies: 180, germany: 380 };

/** @param {HTMLElement} element @param {import('../../../web/src/games/common/boardScript').BoardTable} table */
export function draw(element, table) {
  const { view, seat, options, choices } = table;
  const stages = Number(options.turns);
  const step = (SOUTH - SHORE - 66) / stages;
  const heightOf = (stage) => SOUTH - stage * step;

  const drawing = make('svg', { viewBox: `0 0 ${WIDTH} 560`, class: 'race-map' });
  drawing.append(make('path', { class: 'sea', d: shore() }));
  drawing.append(label(table.text('table.sea'), WIDTH / 2, 46, 'sea-name'));
  drawing.append(make('path', { class: 'front', d: `M280 ${SHORE + 14} V520` }));

  for (const [side, x] of Object.entries(ROAD)) {
    const group = make('g', { class: `side ${side}` });
    group.append(make('path', { class: 'road', d: `M${x} ${SOUTH} V${heightOf(stages)}` }));
    for (let stage = 0; stage <= stages; stage++)
      group.append(make('circle', { class: 'stage', cx: x, cy: heightOf(stage), r: 7 }));
    group.append(army(x, heightOf(view.north[side]), 'army'));
    group.append(label(capital(table.name(side, 'seat')), x, 512, 'side-name'));
    const sent = table.text('table.sent').replace('{count}', view.sent[side]);
    const held = table.text('table.held').replace('{count}', view.reserves - view.sent[side]);
    group.append(label(side === seat ? `${held} · ${sent}` : sent, x, 536, 'note'));
    drawing.append(group);
  }

  const mine = ROAD[seat];
  if (mine !== undefined) {
    const outside = mine < WIDTH / 2 ? -1 : 1;
    for (const choice of choices) {
      const count = Number(choice.action.split(' ')[1] ?? 0);
      const stage = view.north[seat] + (count ? 1 : 0);
      const x = mine + outside * (count === 2 ? 118 : 52);
      drawing.append(order(table, choice, count, x, heightOf(stage)));
    }
  }
  element.replaceChildren(drawing);
}

/** A legal order, to be clicked. */
function order(table, choice, count, x, y) {
  const group = make('g', {
    class: 'order',
    role: 'button',
    tabindex: 0,
    'aria-label': choice.label,
    'data-action': choice.action,
  });
  const act = () => table.act(choice.action);
  group.addEventListener('click', act);
  group.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      act();
    }
  });
  const title = make('title', {});
  title.textContent = choice.label;
  group.append(title);
  if (!count) {
    group.append(make('rect', { class: 'halt', x: x - 14, y: y - 14, width: 28, height: 28 }));
    group.append(make('path', { class: 'halt', d: `M${x - 4} ${y - 6} v12 m8 -12 v12` }));
  }
  for (let n = 0; n < count; n++)
    group.append(army(x + (count - 1) * (n ? 9 : -9), y + (count - 1) * (n ? 7 : -7), 'ghost'));
  return group;
}

/** The map sign of infantry. */
function army(x, y, kind) {
  const group = make('g', { class: kind, transform: `translate(${x} ${y})` });
  group.append(make('rect', { x: -24, y: -16, width: 48, height: 32 }));
  group.append(make('path', { d: 'M-24 -16 L24 16 M24 -16 L-24 16' }));
  return group;
}

function shore() {
  const west = -BEYOND;
  let path = `M${west} ${-BEYOND} H${WIDTH + BEYOND} V${SHORE}`;
  for (let x = WIDTH + BEYOND; x > west; x -= 40) path += ' q-10 -9 -20 0 t-20 0';
  return `${path} Z`;
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

function label(text, x, y, kind) {
  const element = make('text', { x, y, class: kind, 'text-anchor': 'middle' });
  element.textContent = text;
  return element;
}

function make(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}
