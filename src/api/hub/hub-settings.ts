import type { HubTimes } from './connection.ts';

export interface HubSettings extends HubTimes {
  sessionCheckEvery: number;
}
