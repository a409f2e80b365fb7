/** A position of a study as a table: its board, questions and menus are those of the game. */

import { loadClient } from '$games/index';
import { get, isGivenUp, post, reason } from '$lib/api';
import { language } from '$lib/language.svelte';
import { boardOf, gameText } from '$lib/library.svelte';
import { Names } from '$lib/names';
import { TableStore } from '$lib/table.svelte';
import { TableSocket, type SocketOwner } from '$lib/tableSocket.svelte';
import type {
  ActionOptionsFrame,
  Allowed,
  BoardPlan,
  ChapterText,
  Frame,
  Incoming,
  NodePosition,
  PlayCautions,
  PlayedNode,
  RefusedFrame,
  SeatState,
  StateFrame,
  TableInfo,
} from '$lib/types';

type Asked = Allowed | ActionOptionsFrame | RefusedFrame;

/** Answers what a table asks its server, at a node of a chapter. */
export class NodeSocket extends TableSocket {
  node = 0;
  /** Called when an action was played, before the table hears of it. */
  onplayed: (played: PlayedNode) => void = () => undefined;

  constructor(
    private readonly chapter: string,
    owner: SocketOwner,
  ) {
    super('', owner);
    this.connected = true;
  }

  override get isActive(): boolean {
    return false;
  }

  override connect(): void {}
  override restart(): void {}
  override send(): void {}

  override async ask(frame: Incoming): Promise<Frame> {
    const path = `${this.chapter}/nodes/${this.node}`;
    try {
      if (frame.type === 'check') {
        const { seat, action = '', things = [], decision = null, careful = false } = frame;
        return await post<Asked>(`${path}/ask`, { seat, action, things, decision, careful });
      }
      if (frame.type === 'action_options') {
        const { seat, thing, decision = null } = frame;
        return await post<Asked>(`${path}/ask`, { seat, thing, decision });
      }
      if (frame.type === 'act') return await this.play(path, frame);
    } catch (error) {
      return refused(reason(error));
    }
    return refused('');
  }

  private async play(path: string, frame: Extract<Incoming, { type: 'act' }>): Promise<Frame> {
    const { seat, action, decision = null, careful = false } = frame;
    const body = { seat, action, decision, careful };
    const done = await post<PlayedNode | PlayCautions | RefusedFrame>(`${path}/play`, body);
    if (done.type === 'played') {
      this.onplayed(done);
      return { type: 'done', id: '', version: done.version };
    }
    if (done.type === 'cautions') {
      const { details } = done;
      return { type: 'cautioned', id: '', cautions: details.map(({ text }) => text), details };
    }
    return done;
  }
}

const refused = (text: string): RefusedFrame => ({
  type: 'refused',
  id: '',
  section: '',
  key: 'study',
  args: {},
  text,
});

export class StudyTable extends TableStore {
  override readonly isStudy = true;
  position = $state.raw<NodePosition | null>(null);
  /** The seat whose view is shown: '' a spectator's, null that of the first to move. */
  eyes = $state<string | null>(null);
  /** Positions are being loaded. */
  loading = $state(false);
  private shows = 0;
  private turn: AbortController | null = null;

  constructor(private chapter: ChapterText) {
    const path = `/studies/${chapter.study}/chapters/${chapter.id}`;
    super(`study-${chapter.id}`, loadClient, (owner) => new NodeSocket(path, owner));
  }

  get path(): string {
    return `/studies/${this.chapter.study}/chapters/${this.chapter.id}`;
  }

  get nodeSocket(): NodeSocket {
    return this.socket as NodeSocket;
  }

  /** Load the game's parts. */
  override async open(): Promise<void> {
    const { chapter } = this;
    try {
      await Promise.all([this.loadGame(chapter.game), this.translateGame()]);
      this.info = infoOf(chapter);
    } catch (error) {
      this.trouble = reason(error);
    }
  }

  override async refresh(): Promise<void> {}
  override reconnect(): void {}

  override async translate(): Promise<void> {
    this.cache.forgetLabels();
    await this.translateGame();
    if (this.position) await this.go(this.position.node);
  }

  private async translateGame(): Promise<void> {
    const spoken = language.now;
    const { game, custom_data: own } = this.chapter;
    const [board, text] = await Promise.all([boardOf(game), gameText(game)]);
    const plan =
      own && board.shown === 'plan'
        ? await get<BoardPlan>(`${this.path}/board?lang=${spoken}`)
        : board.plan;
    if (spoken !== language.now) return; // another load is under way
    this.plan = plan;
    this.commonBoard = board.shown === 'picture' ? 'view' : board.shown; // pictures are of tables
    this.names = new Names(text);
  }

  /** Show the position at a node, through some eyes. A later call wins. */
  async go(node: number, eyes: string | null = this.eyes): Promise<void> {
    this.turn?.abort();
    const turn = (this.turn = new AbortController());
    this.eyes = eyes;
    this.loading = true;
    const seat = eyes === null ? '' : `&seat=${eyes}`;
    try {
      const path = `${this.path}/nodes/${node}?lang=${language.now}${seat}`;
      const position = await get<NodePosition>(path, turn.signal);
      if (turn === this.turn) this.present(position);
    } catch (error) {
      if (!isGivenUp(error)) this.refusal = refused(reason(error));
    } finally {
      if (turn === this.turn) this.loading = false;
    }
  }

  private present(position: NodePosition): void {
    this.position = position;
    this.nodeSocket.node = position.node;
    this.clear();
    this.take(frameOf(this.chapter, position, ++this.shows));
  }
}

/** A position as the state of a table without players. */
function frameOf(chapter: ChapterText, position: NodePosition, version: number): StateFrame {
  const { seat, view, outcome, moves, log } = position;
  const player = (each: string) => ({
    name: null,
    computer: null,
    stand_in: null,
    me: each === seat,
    due: null,
    seconds_left: null,
    running: false,
    overdue_since: null,
    open: false,
    takeover_since: null,
    leave_left: null,
    ready: false,
    user: null,
  });
  return {
    type: 'state',
    table: '',
    version,
    status: outcome ? 'over' : 'playing',
    moves,
    seed_hash: '',
    seed: null,
    seat_draw: null,
    seats: { [seat]: { ...shownTo(chapter, view), undoable: 0, draft: '', notes: '' } },
    log,
    since: 0,
    players: Object.fromEntries(chapter.seats.map((each) => [each, player(each)])),
    votes: [],
    time_control: FREE,
    paused: null,
    pause_ends: null,
    timer: null,
    events: [],
    outcome,
    rematch: null,
    pinned: null,
    now: Date.now() / 1000,
    roll_call_until: null,
  };
}

/** A reader is asked nothing. */
function shownTo({ can_write }: ChapterText, seen: SeatState): SeatState {
  return can_write ? seen : { ...seen, view: { ...seen.view, decisions: [] }, prompts: [] };
}

const FREE = { kind: 'free' } as StateFrame['time_control'];

/** As an exercise it has no players, who could prepare answers or vote. */
function infoOf(chapter: ChapterText): TableInfo {
  const { id, game, name, options, custom_data } = chapter;
  return {
    id,
    game,
    title: name,
    options,
    status: 'playing',
    private: true,
    spectators: false,
    created: 0,
    started: null,
    updated: 0,
    language: language.now,
    time_control: FREE,
    on_timeout: 'wait',
    missed_phases: 1,
    replacements: false,
    leave_days: null,
    min_reliability: null,
    chat_phases: [],
    chat: 'none',
    anonymous: false,
    random_seats: false,
    starts_when_full: false,
    stand_in_years: null,
    roll_call: false,
    roll_call_until: null,
    paired: false,
    paused: null,
    analysis: true,
    exercise: id,
    determinized: false,
    custom_data,
    origin: null,
    rematch: null,
    host: false,
    host_name: null,
    moves: 0,
    stage: null,
    to_move: [],
    last_move_at: null,
    my_turn: false,
    due: null,
    outcome: null,
    unavailable: null,
    rated: false,
    pace_class: 'free',
    spectator_delay: null,
    spectator_chat: false,
    refereed: false,
    class_id: null,
    club_id: null,
    seats: {},
  };
}
