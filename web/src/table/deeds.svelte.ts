/** Actions at a table other than moves: seats, votes, records. Each is a request; its refusal is
 * kept. */

import { get, post, reason } from '$lib/api';
import { router } from '$lib/router.svelte';
import type { TableStore } from '$lib/table.svelte';
import type { TableInfo, Takeover } from '$lib/types';

export type Ask = 'draw' | 'pause' | 'resume' | 'undo' | 'cancel' | 'extend';

export class Deeds {
  trouble = $state('');
  busy = $state(false);
  /** The link to the offered seat. */
  offered = $state<{ seat: string; link: string } | null>(null);
  /** The open seats that the user held before. */
  former = $state.raw<string[]>([]);
  /** The pending request, by kind and seat: a second click does not send it twice. */
  private onTheWay = new Map<string, string>();
  private unanswered = 0;

  constructor(private readonly table: TableStore) {}

  vote = (seat: string, kind: Ask, yes: boolean) => this.send('vote', { seat, kind, yes });
  /** Propose to put all deadlines off. */
  extend = (seat: string, hours: number) => this.send('vote', { seat, kind: 'extend', hours });
  /** Claim against a player who has left a live game. */
  claim = (seat: string, claim: 'win' | 'call_off' | 'computer') =>
    this.send('claim', { seat, claim });
  concede = (seat: string) => this.send('concede', { seat });
  comeBack = (seat: string) => this.send('return', { seat });
  fill = (seat: string, computer: string | null) => this.send('fill', { seat, computer });
  kick = (seat: string) => this.send('kick', { seat });
  start = () => this.send('start', {});
  ready = () => this.send('ready', {});

  /** Take a seat; a new user is known to the server only on a new connection. */
  async join(seat: string): Promise<void> {
    if (await this.send('join', { seat })) this.table.reconnect();
  }

  /** Take over the seat of a player who left or stays away. */
  async takeOver(seat: string): Promise<void> {
    if (await this.send('takeover', { seat })) this.table.reconnect();
  }

  /** Find out which open seats the user held before: a guest may return to those. */
  async findFormer(): Promise<void> {
    try {
      const { seats } = await get<Takeover>(`/tables/${this.table.id}/takeover`);
      this.former = seats.filter((each) => each.was_mine).map(({ seat }) => seat);
    } catch {
      this.former = []; // the seat was taken meanwhile
    }
  }

  /** Leave the seat and take another. */
  move = (seat: string) => this.send('join', { seat, move: true });

  async leave(seat: string): Promise<void> {
    if (await this.send('leave', { seat })) this.table.reconnect();
  }

  async abandon(): Promise<void> {
    const go = router.onward();
    if (await this.send('abandon', {})) go('/tables');
  }

  async offer(seat: string): Promise<void> {
    const offer = await this.send<{ token: string }>('offer', { seat });
    if (!offer) return;
    const link = `${location.origin}/take/${this.table.id}/${offer.token}`;
    this.offered = { seat, link };
  }

  async withdraw(seat: string): Promise<void> {
    if (await this.send('offer', { seat, withdraw: true })) this.offered = null;
  }

  async rematch(): Promise<void> {
    const go = router.onward();
    const made = await this.send<TableInfo>('rematch', {});
    if (made) go(`/tables/${made.id}`);
  }

  /** Create an analysis board from a position of this table. */
  async fork(move: number): Promise<void> {
    const go = router.onward();
    const made = await this.send<TableInfo>('fork', { move });
    if (made) go(`/tables/${made.id}`);
  }

  private async send<T = TableInfo>(what: string, body: Record<string, unknown>): Promise<T | null> {
    const place = `${what} ${String(body["seat"] ?? '')}`;
    const wanted = JSON.stringify(body);
    if (this.onTheWay.get(place) === wanted) return null;
    this.onTheWay.set(place, wanted);
    this.unanswered++;
    this.busy = true;
    this.trouble = '';
    try {
      return (await post<T>(`/tables/${this.table.id}/${what}`, body)) ?? ({} as T);
    } catch (error) {
      this.trouble = reason(error);
      return null;
    } finally {
      if (this.onTheWay.get(place) === wanted) this.onTheWay.delete(place);
      this.busy = --this.unanswered > 0;
    }
  }
}
