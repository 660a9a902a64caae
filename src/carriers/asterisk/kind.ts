/** Asterisk 20 or later over ARI: calls, answering machines, agents, and recording by telephone. */
import { withLawfulRing } from '#contract/ring-time.ts';
import type { CarrierKind } from '../kind.ts';
import { recordOfRow } from './cdr.ts';
import { findingsOf } from './findings.ts';
import { AsteriskNode } from './node.ts';
import { askDate, watchDate } from './node-date.ts';
import { detailOf } from './nodes.ts';
import { asteriskRecording } from './recording.ts';
import { type AsteriskSettings, asteriskSettings, nodesOf } from './settings.ts';
import { trunkOf } from './trunk.ts';
import { asteriskVoice } from './voice.ts';

/** Milliseconds: an Asterisk restarted by its supervisor is back sooner. */
const patience = 20_000;

export const asteriskKind: CarrierKind<AsteriskSettings> = {
  channels: ['voice'],
  settings: asteriskSettings,
  fromBefore: withLawfulRing,
  secrets: ['password'],
  open(settings, around) {
    const { user, password, plaintext, setupsPerSecond, callsAtOnce } = settings;
    const random = around.randomOf(`${around.name} reconnect`);
    const nodes = nodesOf(settings.nodes).map(
      (url) =>
        new AsteriskNode({
          ...{
            url,
            user,
            password,
            plaintext,
            app: `carillon-${around.engineName}`,
            log: around.log,
            random,
          },
          ...{ setupsPerSecond, callsAtOnce, patience, trunk: trunkOf(settings.endpoint) },
          askDate: () => askDate({ url, user, password, plaintext }, around),
        }),
    );
    // Over its WebSocket, ARI sends no Date.
    const dates = nodes.map(({ address }) => watchDate(address, around));
    return {
      voice: asteriskVoice(nodes, settings, around),
      recording: asteriskRecording(nodes, settings, around),
      detail: () => detailOf(nodes),
      trunksDown: () => nodes.filter((node) => node.isTrunkSilent()).length,
      askDate: () => nodes.forEach(({ address }) => void askDate(address, around)),
      async close() {
        for (const date of dates) date.stop();
        await Promise.all(nodes.map((node) => node.close()));
      },
    };
  },
  async test({ nodes, user, password, plaintext, endpoint }, around) {
    const trunk = trunkOf(endpoint);
    const found = await Promise.all(
      nodesOf(nodes).map(async (url) => {
        await askDate({ url, user, password, plaintext }, around);
        return findingsOf({ url, user, password, plaintext }, trunk);
      }),
    );
    return found.flat();
  },
  recordOfRow,
};
