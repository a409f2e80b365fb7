/** Colonial combat: the player's choice for each area, and the odds. */

import type { TableStore } from '$lib/table.svelte';

/** A slot of Austria-Hungary starts with a word that says so. */
export const areaOf = (slot: string): string => slot.split(' ').at(-1) ?? slot;

type BySlot = Record<string, string>;

export class Fights {
  odds = $state.raw<BySlot>({});
  /** The choices, with the question that they answer. */
  private kept = $state.raw<{ asked: string; choices: BySlot }>({ asked: '', choices: {} });

  constructor(private readonly table: TableStore) {}

  private get asked(): string {
    return `${this.table.seat} ${this.table.question?.window}`;
  }

  get slots(): [string, string[]][] {
    const menu = this.table.decision?.menu;
    return menu?.type === 'slots' ? Object.entries(menu.slots) : [];
  }

  /** By slot. Nothing is preselected; the answers of other players leave the choices alone. */
  get chosen(): BySlot {
    return this.kept.asked === this.asked ? this.kept.choices : {};
  }

  choose(slot: string, choice: string): void {
    this.kept = { asked: this.asked, choices: { ...this.chosen, [slot]: choice } };
  }

  /** Load the odds; an effect does so again when the table changes. */
  loadOdds(): void {
    for (const [slot, [attack = '']] of this.slots) void this.load(slot, attack);
  }

  private async load(slot: string, attack: string): Promise<void> {
    const options = await this.table.waysOf(areaOf(slot));
    const hint = options?.allowed.find(({ action }) => action === attack)?.hint ?? '';
    this.odds = { ...this.odds, [slot]: hint };
  }
}
