/** A picture of the board as shown, to save or share. */

import { fontRules } from './fonts';

const WIDTH = 1800; // pixels
const STRIP = 0.05; // of the height, below the board, for the words
/** Style sheet properties that a picture must contain. */
const INKS = [
  'fill',
  'fill-opacity',
  'fill-rule',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
  'font-style',
  'letter-spacing',
  'text-anchor',
  'dominant-baseline',
  'paint-order',
  'display',
  'visibility',
];

interface Size {
  width: number;
  height: number;
}

/** The board on the page; null if the game is shown in words. */
export const drawnBoard = () =>
  document.querySelector<SVGSVGElement>('[data-region="board"] svg.board');

/** The whole board as a self-contained drawing, with a line of text below it. */
export function drawing(board: SVGSVGElement, size: Size, words: string): SVGSVGElement {
  const copy = board.cloneNode(true) as SVGSVGElement;
  const from = [board, ...board.querySelectorAll<SVGElement>('*')];
  const to = [copy, ...copy.querySelectorAll<SVGElement>('*')];
  for (const [index, element] of from.entries()) {
    const style = getComputedStyle(element);
    const target = to[index];
    for (const ink of INKS) target?.setAttribute(ink, style.getPropertyValue(ink));
    // The page moves the board itself; things on it are in place.
    if (index && style.transform !== 'none' && !element.hasAttribute('transform')) {
      target?.setAttribute('transform', style.transform);
    }
    target?.removeAttribute('style');
  }
  const style = getComputedStyle(board);
  const strip = size.height * STRIP;
  const height = size.height + strip;
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('viewBox', `0 0 ${size.width} ${height}`);
  copy.setAttribute('width', String(WIDTH));
  copy.setAttribute('height', String(Math.round((WIDTH * height) / size.width)));
  const paper = shape('rect', { width: size.width, height, fill: colour(style, '--paper') });
  const sea = shape('rect', { ...size, fill: colour(style, '--sea') });
  copy.prepend(paper, sea);
  const line = shape('text', {
    x: size.width / 2,
    y: size.height + strip * 0.68,
    'text-anchor': 'middle',
    'font-size': strip * 0.5,
    'font-family': style.fontFamily,
    fill: colour(style, '--ink'),
  });
  line.textContent = words;
  copy.append(line);
  return copy;
}

function shape(name: string, attributes: Record<string, string | number>): SVGElement {
  const found = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) found.setAttribute(key, String(value));
  return found;
}

/** A colour of the page in the current theme. */
function colour(style: CSSStyleDeclaration, name: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${name})`;
  (document.querySelector('svg.board')?.parentElement ?? document.body).append(probe);
  const found = getComputedStyle(probe).color;
  probe.remove();
  return found || style.color;
}

/** The drawing as a file, in the page's own fonts. */
export async function png(drawn: SVGSVGElement): Promise<Blob> {
  const lettering = [drawn, ...drawn.querySelectorAll('text, tspan')];
  const families = new Set(lettering.map((each) => each.getAttribute('font-family') ?? ''));
  const rules = await fontRules([...families].join(', '), drawn.textContent ?? '');
  const style = document.createElementNS('http://www.w3.org/2000/svg', 'style');
  style.textContent = rules;
  drawn.prepend(style);
  const text = new XMLSerializer().serializeToString(drawn);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.width;
  canvas.height = image.height;
  canvas.getContext('2d')?.drawImage(image, 0, 0);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png');
  });
}

/** Share a file if the device can, otherwise download it. */
export async function shareFile(file: File): Promise<void> {
  if (matchMedia('(pointer: coarse)').matches && navigator.canShare?.({ files: [file] })) {
    await navigator.share({ files: [file] }).catch(() => undefined); // the user cancelled
    return;
  }
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
