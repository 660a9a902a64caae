/**
 * Asks the operator's services about numbers of lists in use, before they are called and beside whatever runs: no
 * request of a manager and no engine waits for it (decision 089). One such job runs at a time, for a
 * while; the clock begins the next one.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ScrubQuestion, ScrubTrouble } from '#contract/scrub.ts';
import { asClient, asPlatform } from '#db/database.ts';
import type { Jobs } from '#db/job-queue.ts';
import { clientsThatScrub, listsToScrub } from '#db/queries/scrub-list.ts';
import { answerAndRelease } from '#db/queries/scrub-release.ts';
import {
  listScrubServices,
  noteScrubAnswered,
  noteScrubTrouble,
  openedSecret,
  type ScrubService,
} from '#db/queries/scrub-service.ts';
import { type Asked, askService, type Patience, usualPatience } from '#scrub/ask.ts';
import type { TaskContext } from './deps.ts';
import { type AskedBatch, type Asks, askAboutPage } from './scrub-page.ts';

export interface ScrubLimits {
  patience: Patience;
  /** Milliseconds after which it leaves its turn to other jobs. */
  runFor: number;
}

const usualLimits: ScrubLimits = { patience: usualPatience, runFor: 45_000 };

type Deps = Pick<TaskContext, 'db' | 'vault' | 'log' | 'signal'>;

export async function scrub(
  deps: Deps,
  { clientId }: Jobs['scrub'],
  limits: ScrubLimits = usualLimits,
): Promise<void> {
  const { db, signal } = deps;
  const services = (await asPlatform(db, listScrubServices)).map((service) =>
    openService(deps, service, limits.patience),
  );
  const all = await asPlatform(db, clientsThatScrub);
  const end = performance.now() + limits.runFor;
  const isOver = () => signal.aborted || performance.now() > end;
  // One page of each client in turn: none waits for the million numbers of another.
  let left = clientId === undefined ? all : all.filter((one) => one === clientId);
  while (left.length > 0 && !isOver()) {
    const busy: number[] = [];
    for (const one of left) {
      if (isOver()) return;
      if (await askForClient(deps, one, services)) busy.push(one);
    }
    left = busy;
  }
}

/** @returns whether there may be more to ask now */
async function askForClient(
  { db }: Deps,
  clientId: number,
  services: readonly OpenService[],
): Promise<boolean> {
  const lists = await asClient(db, clientId, (tx) => listsToScrub(tx, clientId));
  for (const list of lists) {
    // Each question goes to the first service that answers it and is not silent.
    const served = new Set<ScrubQuestion>();
    for (const service of services) {
      const own = service.questions.filter((one) => !served.has(one));
      if (service.isSilent() || !list.questions.some((one) => own.includes(one))) continue;
      for (const one of own) served.add(one);
      const { callListId } = list;
      const found = await askAboutPage(db, clientId, { callListId, questions: own }, service);
      if (found === 'asked') return true;
    }
  }
  return false;
}

interface OpenService extends Asks {
  questions: ScrubService['questions'];
  /** It has failed, and is not asked before its time. */
  isSilent(): boolean;
}

function openService(
  { db, vault, log, signal }: Deps,
  service: ScrubService,
  patience: Patience,
): OpenService {
  const { scrubServiceId, name, url, batch, perSecond, goodDays } = service;
  let silent = service.retryAt !== null && service.retryAt.getTime() > Date.now();
  let next = 0;
  const fail = async (trouble: ScrubTrouble, wait: number) => {
    silent = true;
    log.warn({ service: name, ...trouble }, 'a scrub service does not answer');
    await asPlatform(db, (tx) => noteScrubTrouble(tx, scrubServiceId, trouble, wait));
    return undefined;
  };
  const secretOf = () => {
    try {
      return openedSecret(vault, service);
    } catch {
      return undefined;
    }
  };
  const ask = async ({ questions, numbers }: AskedBatch): Promise<Asked | undefined> => {
    const pause = next - performance.now();
    if (pause > 0) await sleep(pause, undefined, { signal }).catch(() => {});
    if (signal.aborted) return undefined;
    next = performance.now() + 1000 / perSecond;
    const secret = secretOf();
    if (secret === undefined) return { kind: 'failed', trouble: { code: 'unsealed' }, wait: 0 };
    const to = { url, secret, private: service.private };
    return askService(to, questions, numbers, patience, signal);
  };
  return {
    ...{ scrubServiceId, batch, questions: service.questions },
    isSilent: () => silent,
    async answersAbout(clientId, asked) {
      const response = await ask(asked);
      // The process stops: what was not answered is asked again, and nobody is blamed.
      if (response === undefined || signal.aborted) return undefined;
      if (response.kind === 'failed') return fail(response.trouble, response.wait);
      await asPlatform(db, (tx) => noteScrubAnswered(tx, scrubServiceId));
      const answers = response.answers.map(({ number, question, answer }) => ({
        ...{ phone: number.phone, question, answer },
        since: question === 'reassigned' ? number.consentDate : null,
      }));
      // Those that waited for an answer, or for another one, are due again.
      await asClient(db, clientId, (tx) => answerAndRelease(tx, clientId, answers, goodDays));
      return answers.length;
    },
  };
}
