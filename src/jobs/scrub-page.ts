/** One page of a list's numbers, asked about in batches. */
import type { ScrubQuestion } from '#contract/scrub.ts';
import { asClient, type Database } from '#db/database.ts';
import { type ScrubCandidate, scrubCandidates } from '#db/queries/scrub-answer.ts';
import { endPass, listsToScrub, notePass, passOf, type ScrubList } from '#db/queries/scrub-list.ts';
import { consentDay } from '#domain/consent-day.ts';
import { openQuestions, questionsAbout } from '#domain/policy/scrub-hold.ts';
import type { AskedNumber } from '#scrub/protocol.ts';

export interface AskedBatch {
  questions: ScrubQuestion[];
  numbers: AskedNumber[];
}

export interface Asks {
  scrubServiceId: number;
  /** Numbers in one request. */
  batch: number;
  /** @returns how many answers were stored; undefined: the service has failed */
  answersAbout(clientId: number, asked: AskedBatch): Promise<number | undefined>;
}

const pageRows = 1_000;

/**
 * @param questions those that this service answers
 * @returns `done`: nothing more to ask now; `asked`: there may be more
 */
export async function askAboutPage(
  db: Database,
  clientId: number,
  { callListId, questions }: Pick<ScrubList, 'callListId' | 'questions'>,
  service: Asks,
): Promise<'done' | 'asked'> {
  const pass = [clientId, callListId, service.scrubServiceId] as const;
  const begun = await asClient(db, clientId, (tx) => passOf(tx, pass));
  if (!begun) return 'done';
  const page = await asClient(db, clientId, (tx) =>
    scrubCandidates(tx, [clientId, callListId], begun.after, pageRows),
  );
  const [list] = await asClient(db, clientId, (tx) => listsToScrub(tx, clientId, callListId));
  if (!list) return 'done';
  const batches = batchesOf(page, { rules: list.rules, questions }, service.batch);
  let leftOut = 0;
  for (const asked of batches) {
    const answers = await service.answersAbout(clientId, asked);
    if (answers === undefined) return 'done';
    leftOut += asked.numbers.length * asked.questions.length - answers;
  }
  const last = page.at(-1);
  await asClient(db, clientId, async (tx) => {
    if (last) await notePass(tx, pass, last.entryId, leftOut);
    if (page.length < pageRows) await endPass(tx, pass);
  });
  return page.length < pageRows ? 'done' : 'asked';
}

/** What is not answered yet, each number once; those with the same questions together. */
function batchesOf(
  page: readonly ScrubCandidate[],
  { rules, questions }: Pick<ScrubList, 'rules' | 'questions'>,
  size: number,
): AskedBatch[] {
  const open = new Map<string, { questions: ScrubQuestion[]; numbers: Map<string, AskedNumber> }>();
  for (const candidate of page) {
    const about = questionsAbout(rules, candidate).filter((one) => questions.includes(one));
    const asked = openQuestions(about, candidate.scrub);
    if (asked.length === 0) continue;
    const { phone } = candidate;
    // Another date is another question: whoever has one number twice is asked about in two requests.
    const consentDate = asked.includes('reassigned')
      ? consentDay(candidate.consentDate ?? '')
      : null;
    const key = asked.join();
    const same = open.get(key) ?? { questions: asked, numbers: new Map() };
    same.numbers.set(`${phone} ${consentDate}`, { phone, consentDate });
    open.set(key, same);
  }
  return [...open.values()].flatMap(({ questions: asked, numbers }) =>
    batched([...numbers.values()], size).map((some) => ({ questions: asked, numbers: some })),
  );
}

/** No number twice in a batch: the response names numbers alone. */
function batched(numbers: readonly AskedNumber[], size: number): AskedNumber[][] {
  const batches: AskedNumber[][] = [];
  let rest = numbers;
  while (rest.length > 0) {
    const taken = new Map<string, AskedNumber>();
    const later: AskedNumber[] = [];
    for (const one of rest) {
      if (taken.size < size && !taken.has(one.phone)) taken.set(one.phone, one);
      else later.push(one);
    }
    batches.push([...taken.values()]);
    rest = later;
  }
  return batches;
}
