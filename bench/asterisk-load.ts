/** Many calls at once over one Asterisk: what fails, how long it takes, what it costs. */

import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { VoiceCarrier } from '../src/carriers/port.ts';
import { simMs } from '../src/domain/milliseconds.ts';
import { noteSentence } from '../src/domain/reason-sentences.ts';
import { ari, type Node } from '../test/asterisk/site.ts';
import { follow, message, place } from './asterisk-calls.ts';

export async function load(
  voice: VoiceCarrier,
  asterisk: Node,
  { perSecond, atOnce }: { perSecond: number; atOnce: number },
): Promise<void> {
  const begun = new Map<string, number>();
  const setups: number[] = [];
  let [failed, most, unplaced] = [0, 0, 0];
  const reasons = new Map<string, number>();
  const live = new Set<string>();
  /** Nobody is in it twice: a call whose placing is in doubt may end all the same. */
  const over = new Set<string>();
  const many = atOnce + perSecond * 10;
  const began = performance.now();
  const cpu = cpuOf(asterisk.pid());
  const placing = (async () => {
    for (let index = 0; index < many; index += 1) {
      const wait = began + (index * 1000) / perSecond - performance.now();
      if (wait > 0) await sleep(wait);
      while (live.size >= atOnce) await sleep(10);
      const id = `l-${index}`;
      begun.set(id, Date.now());
      live.add(id);
      void place(voice, id, `1212251${String(index % 10_000).padStart(4, '0')}`).then(([one]) => {
        if (one?.kind === 'accepted') return;
        unplaced += 1;
        live.delete(id);
        over.add(id);
      });
      most = Math.max(most, live.size);
    }
  })();
  await follow(
    voice,
    () => over.size === many,
    (event) => {
      const { attemptId } = event;
      if (event.kind === 'answered') {
        setups.push(event.at - (begun.get(attemptId) ?? 0));
        if (event.by === 'person') voice.play(attemptId, message, simMs(0));
        else voice.hangUp(attemptId, simMs(0));
      }
      if (event.kind === 'played') voice.hangUp(attemptId, simMs(0));
      if (event.kind === 'ended') {
        over.add(attemptId);
        live.delete(attemptId);
        if (event.cause !== 'hangup' || event.note) {
          failed += 1;
          const reason = `${event.cause}, ${event.note ? noteSentence(event.note) : 'no reason'}`;
          reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
        }
      }
    },
  );
  await placing;
  const seconds = (performance.now() - began) / 1000;
  const api_key = `${ari.user}:${ari.password}`;
  const asked = await fetch(`${asterisk.url}/ari/channels?${new URLSearchParams({ api_key })}`);
  const stuck = ((await asked.json()) as unknown[]).length;
  const sorted = setups.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))];
  const used = cpuOf(asterisk.pid()) - cpu;
  console.log(
    `${many} calls in ${seconds.toFixed(0)} s, begun at ${perSecond} a second, up to ${most} at once:`,
    `${failed} failed, ${unplaced} not placed, ${stuck} stuck;`,
    `from placing to the answer p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms;`,
    `Asterisk ${((1000 * used) / many).toFixed(0)} ms of CPU a call`,
  );
  for (const [reason, count] of reasons) console.log(`  ${count} failed: ${reason}`);
}

/** Seconds of CPU that a process has used. */
function cpuOf(pid: number | undefined): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
