/** The table for which a treaty is written: its powers, areas and turns, and the words for fields. */

import { say, type Key } from '$lib/language.svelte';
import type { Names } from '$lib/names';
import type { TableStore } from '$lib/table.svelte';
import type { BoardPlan } from '$lib/types';

import type { Facts, PaxView } from '../types';
import { TreatyEditor } from './editor';
import type { ClauseField } from './schema';

/** A word for a field, with its label. */
export interface Option {
  id: string;
  label: string;
}

const TURN = /^turn_(\d+)$/; // a word for a turn of the game

export class Setting {
  readonly editor: TreatyEditor;

  constructor(
    private readonly table: TableStore,
    private readonly plan: BoardPlan,
    /** The powers that clauses can bind, if they differ from those in play. */
    private readonly bound?: string[],
  ) {
    this.editor = new TreatyEditor(this.facts.treaties);
  }

  get facts(): Facts {
    return this.plan.facts as Facts;
  }
  get view(): PaxView {
    return this.table.view as PaxView;
  }
  get names(): Names | null {
    return this.table.names;
  }
  get me(): string {
    return this.table.seat;
  }

  /** The powers that can sign: by default those in play. */
  get parties(): string[] {
    return this.bound ?? this.played;
  }
  private get played(): string[] {
    return Object.keys(this.view.powers);
  }

  /** The words for a field at this table; some fields name the signatories first. */
  wordsFor(field: ClauseField, signing: string[] = []): string[] {
    const vocabulary = this.editor.schema.vocabularies[field.words];
    if (!vocabulary) return [];
    const { among, signatories_first } = vocabulary;
    const words = vocabulary.words.filter(
      (word) => among === 'all' || (among === 'parties' ? this.parties.includes(word) : !this.played.includes(word)),
    );
    if (!signatories_first) return words;
    const isFirst = (word: string) => signing.includes(word);
    return [...words.filter(isFirst), ...words.filter((word) => !isFirst(word))];
  }

  /** The same with labels. Of the turns, only later ones. */
  optionsFor(field: ClauseField): Option[] {
    const kind = this.namesIn(field);
    const later = this.turnsFrom(this.view.turn + 1);
    return this.wordsFor(field).flatMap((id): Option[] => {
      const number = TURN.exec(id)?.[1];
      if (number) {
        const turn = later.find((each) => each.turn === Number(number));
        return turn ? [{ id, label: say('pax.treaties.due.in', { year: turn.year }) }] : [];
      }
      return [{ id, label: kind ? this.name(id, kind) : say(`pax.treaties.${field.words}.${id}` as Key) }];
    });
  }

  /** The kind of names that the words for a field have; '' if they have texts of the page. */
  namesIn(field: ClauseField): string {
    return this.editor.schema.vocabularies[field.words]?.names ?? '';
  }

  /** The areas in which powers have markers. */
  areasOf(powers: string[]): string[] {
    const { markers } = this.view;
    return Object.keys(markers).filter((area) => powers.some((power) => markers[area]?.[power]));
  }

  yearOf(turn: number): number {
    return this.facts.first_year + (turn - 1) * this.facts.years_per_turn;
  }

  /** The turns of the game from one on. */
  turnsFrom(first: number): { turn: number; year: number }[] {
    const last = Number(this.table.info?.options.turns ?? 10);
    const count = Math.max(0, last - first + 1);
    return Array.from({ length: count }, (_, n) => ({ turn: first + n, year: this.yearOf(first + n) }));
  }

  name(id: string, kind: string): string {
    return this.names?.of(id, kind) ?? id;
  }
}
