/** The channels of notifications, and what can be chosen for each. */

import type { ChannelInfo, ChannelPlan } from '$lib/types';

export type Channel = ChannelInfo['channel'];
export type Kind = ChannelPlan['muted'][number];

export const CHANNELS: Channel[] = ['push', 'mail', 'webhook'];
export const KINDS: Kind[] = ['turn', 'deadline', 'message', 'table'];
export const TIMES: ChannelPlan['when'][] = ['now', 'hourly', 'daily'];
export const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
export const NIGHT = { start: 22, end: 7 };

/** An hour of the day as on a clock. */
export const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`;
