/** The connection to a table: opening, reconnecting, requests and their answers. */

import { API_VERSION } from './generated/server';
import { language } from './language.svelte';
import type { Frame, Incoming, RefusedFrame, StateFrame } from './types';
import { reloadAfterUpgrade, reloadWhenQuiet } from './upgraded';

const LONGEST_WAIT = 10_000; // milliseconds between two attempts to connect
const NOTICED = 500; // milliseconds without a connection before the player sees it
const REFUSED = new Set([4401, 4403, 4404, 4409, 4410]); // codes of a server that says why not
const OTHER_API = 4426; // the server speaks another version of the API than this page

/** A frame that answers a request of ours. */
type Answer = Extract<Frame, { id: string }>;
/** A frame that the server sends by itself. */
export type Pushed = Exclude<Frame, Answer | { type: 'version' }>;

/** What the socket needs of its table. */
export interface SocketOwner {
  /** The state that the page already has, which the server need not send again. */
  known: () => Pick<StateFrame, 'moves' | 'version'> | null;
  hear: (frame: Pushed) => void;
  /** The server has sent a first frame; whether it had refused the connection before. */
  onReached: (wasRefused: boolean) => void;
  /** The server has refused the connection. */
  onRefused: () => void;
}

export class TableSocket {
  connected = $state(false);
  /** The connection has been lost for longer than a moment. */
  cut = $state(false);

  private socket: WebSocket | null = null;
  private closed = false;
  private attempts = 0;
  /** The server has refused the connection since it last accepted one. */
  private refused = false;
  private requests = 0;
  private answers = new Map<string, (answer: Frame) => void>();
  /** The last of the frames that wait until a compressed one is read. */
  private reading: Promise<void> | null = null;

  constructor(
    private readonly table: string,
    private readonly owner: SocketOwner,
  ) {}

  /** Whether the page has left the table. */
  get isClosed(): boolean {
    return this.closed;
  }

  /** Whether a connection is open or being opened. */
  get isActive(): boolean {
    return this.socket !== null;
  }

  connect(): void {
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
    const known = this.owner.known();
    const since = known ? `&since=${known.moves}&version=${known.version}` : '';
    const packed = 'DecompressionStream' in globalThis ? '&packed=true' : '';
    const query = `lang=${language.now}&deltas=true${packed}&api=${API_VERSION}${since}`;
    const socket = new WebSocket(`${scheme}//${location.host}/ws/tables/${this.table}?${query}`);
    this.socket = socket;
    socket.binaryType = 'arraybuffer';
    socket.onmessage = ({ data }: MessageEvent<string | ArrayBuffer>) => {
      if (typeof data === 'string' && !this.reading) this.receive(data);
      else this.readInTurn(data, socket);
    };
    socket.onclose = ({ code }) => this.lost(code);
  }

  /** Close the connection and open another. */
  restart(): void {
    this.socket?.close();
  }

  /** Close the connection for good. */
  close(): void {
    this.closed = true;
    this.socket?.close();
  }

  send(frame: Incoming): void {
    this.socket?.send(JSON.stringify(frame));
  }

  /** Send a request and wait for its answer; a refusal if the server is unreachable. */
  ask(frame: Incoming): Promise<Frame> {
    const id = `f${++this.requests}`;
    const { socket } = this;
    if (!socket || socket.readyState !== WebSocket.OPEN) return Promise.resolve(offline());
    return new Promise((resolve) => {
      this.answers.set(id, resolve);
      socket.send(JSON.stringify({ ...frame, id }));
    });
  }

  /** Read a frame after those that came before it; a large frame is compressed. */
  private readInTurn(data: string | ArrayBuffer, socket: WebSocket): void {
    const before = this.reading;
    const read = async () => {
      const text = typeof data === 'string' ? data : await unpacked(data);
      await before;
      if (this.socket === socket) this.receive(text); // otherwise the connection is lost
    };
    const reading = read()
      .catch(() => socket.close()) // the whole state comes again
      .finally(() => {
        if (this.reading === reading) this.reading = null;
      });
    this.reading = reading;
  }

  private receive(text: string): void {
    this.reached();
    this.hear(JSON.parse(text) as Frame);
  }

  private hear(frame: Frame): void {
    if (frame.type === 'version') {
      reloadWhenQuiet();
      return;
    }
    if (!('id' in frame)) {
      this.owner.hear(frame);
      return;
    }
    this.answers.get(frame.id)?.(frame);
    this.answers.delete(frame.id);
  }

  /** Count as connected at the first frame: a refused connection is opened too, but says nothing. */
  private reached(): void {
    if (this.connected) return;
    this.connected = true;
    this.cut = false;
    this.attempts = 0;
    this.owner.onReached(this.refused);
    this.refused = false;
  }

  private lost(code: number): void {
    this.connected = false;
    this.socket = null;
    if (code === OTHER_API) void reloadAfterUpgrade();
    if (REFUSED.has(code) && !this.closed) {
      this.refused = true;
      this.owner.onRefused();
    }
    setTimeout(() => (this.cut = !this.connected), NOTICED);
    for (const answer of this.answers.values()) answer(offline());
    this.answers.clear();
    if (this.closed) return;
    const wait = Math.min(LONGEST_WAIT, 250 * 2 ** this.attempts++);
    setTimeout(() => !this.closed && this.connect(), this.attempts === 1 ? 50 : wait);
  }
}

const unpacked = (data: ArrayBuffer): Promise<string> =>
  new Response(new Blob([data]).stream().pipeThrough(new DecompressionStream('gzip'))).text();

export const OFFLINE = 'offline';

/** The answer to a request while the server is unreachable. */
function offline(): RefusedFrame {
  const text = language.say('problem.offline');
  return { type: 'refused', id: '', section: '', key: OFFLINE, args: {}, text };
}
