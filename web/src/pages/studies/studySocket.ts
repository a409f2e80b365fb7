/** The connection to an open study: who is there, and what has changed. */

import { API_VERSION } from '$lib/generated/server';
import { language } from '$lib/language.svelte';
import type { StudyFrame } from '$lib/types';
import { reloadAfterUpgrade } from '$lib/upgraded';

const LONGEST_WAIT = 10_000; // milliseconds between two attempts to connect
const CLOSED = new Set([4401, 4403, 4404]); // the study is not, or no longer, for this reader
const OTHER_API = 4426;

export interface StudyListener {
  hear: (frame: StudyFrame) => void;
  /** Connected, for the first time or again: what was said meanwhile is lost. */
  reached: () => void;
  closed: () => void;
}

/** Connect; returns what ends the connection for good. */
export function listenToStudy(id: string, listener: StudyListener): () => void {
  let ended = false;
  let attempts = 0;
  let socket: WebSocket;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const connect = () => {
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
    const query = `lang=${language.now}&api=${API_VERSION}`;
    let reached = false;
    socket = new WebSocket(`${scheme}//${location.host}/ws/studies/${id}?${query}`);
    socket.onmessage = ({ data }: MessageEvent<string>) => {
      const frame = JSON.parse(data) as StudyFrame;
      attempts = 0;
      if (!reached) listener.reached();
      reached = true;
      listener.hear(frame);
    };
    socket.onclose = ({ code }) => {
      if (ended) return;
      if (code === OTHER_API) void reloadAfterUpgrade();
      if (CLOSED.has(code)) listener.closed();
      else timer = setTimeout(connect, Math.min(LONGEST_WAIT, 500 * 2 ** attempts++));
    };
  };
  connect();
  return () => {
    ended = true;
    clearTimeout(timer);
    socket.close();
  };
}
