import { describe, expect, it } from 'vitest';

import { fill, language, localeFor } from './language.svelte';
import { keyed, typeset, typesetAll } from './typography';

describe('a text of the page', () => {
  it('chooses singular or plural by the rules of its language', () => {
    expect(fill('{n} {n|tuile|tuiles}', { n: 0 }, 'fr')).toBe('0 tuile');
    expect(fill('{n} {n|tile|tiles}', { n: 0 }, 'en')).toBe('0 tiles');
    expect(fill('{n} {n|tuile|tuiles}', { n: '1,9' }, 'fr')).toBe('1,9 tuile');
    expect(fill('{n} {n|tuile|tuiles}', { n: '2,3' }, 'fr')).toBe('2,3 tuiles');
  });

  it('agrees with the gender and number of what it names', () => {
    const text = '{who} {gram?est prêt|est prête|sont prêts|sont prêtes}';
    expect(fill(text, { who: 'La France', gram: 'fs' }, 'fr')).toBe('La France est prête');
    expect(fill(text, { who: 'Les États-Unis', gram: 'mp' }, 'fr')).toBe('Les États-Unis sont prêts');
    expect(fill('{who} {gram?joue|jouent}', { who: 'Ils', gram: 'mp' }, 'fr')).toBe('Ils jouent');
  });

  it('has a minus sign before a negative number in French', () => {
    expect(fill('{n}', { n: -4 }, 'fr')).toBe('\u22124');
    expect(fill('{n}', { n: -4 }, 'en')).toBe('-4');
  });
});

describe('dates and numbers', () => {
  it('follow the variety of the language that the browser prefers', () => {
    expect(localeFor('en', ['fr-CA', 'en-US', 'en'])).toBe('en-US');
    expect(localeFor('fr', ['fr-CA', 'en-US', 'en'])).toBe('fr-CA');
    expect(localeFor('en', ['de-DE', 'fr'])).toBe('en-GB');
    expect(localeFor('fr', ['en-GB'])).toBe('fr-FR');
    expect(localeFor('en', ['en-US@posix'])).toBe('en-GB');
  });

  it('are formatted in one module', () => {
    const sources = import.meta.glob<string>(['../**/*.{ts,svelte}', '!../**/*.test.ts'], {
      query: '?raw',
      import: 'default',
      eager: true,
    });
    const formatting = /\bIntl\.|toLocale(?:Date|Time)?String/;
    const found = Object.entries(sources).filter(([, source]) => formatting.test(source));
    expect(found.map(([path]) => path)).toEqual(['./language.svelte.ts']);
  });
});

describe('clauses in a row', () => {
  it('are spaced as the language wants, and none is empty', () => {
    language.now = 'fr';
    expect(language.clauses(['avance 3', '', 'tuiles 2'])).toBe('avance 3\u202f; tuiles 2');
    expect(language.colon).toBe('\u00a0:');
    language.now = 'en';
    expect(language.clauses(['lead 3', 'tiles 2'])).toBe('lead 3; tiles 2');
    expect(language.clauses(['No unit is near.', 'Brest holds.'])).toBe('No unit is near. Brest holds.');
    expect(language.clauses(['No unit is near.', 'lead 3'])).toBe('No unit is near; lead 3');
    expect(language.clauses([''])).toBe('');
  });
});

describe('French typography', () => {
  it('is that of the kernel', () => {
    expect(typeset("L'aire : « d'abord » ?")).toBe('L\u2019aire\u00a0: «\u00a0d\u2019abord\u00a0»\u202f?');
    expect(typeset('14 £, 50 %, n° 3 ; = -4')).toBe('14\u00a0£, 50\u202f%, n°\u00a03\u202f; = \u22124');
    expect(typesetAll({ a: 'Prêt ?' })).toEqual({ a: 'Prêt\u202f?' });
  });

  it('leaves gaps and addresses alone', () => {
    expect(typeset("d'{n|un|deux} 10-12 http://x")).toBe('d\u2019{n|un|deux} 10-12 http://x');
  });

  it('can be undone for a search', () => {
    expect(keyed(typeset("l'aire : -3 ?"))).toBe("l'aire : -3 ?");
  });
});
