/** What happened with a call or text, step by step, as the drawer shows it. Pure. */
import { callOutcomeNames } from '#contract/call-outcome.ts';
import type { CallRecordStory } from '#contract/call-record-story.ts';
import { callerIdType, callerIdTypeNames } from '#contract/campaign.ts';
import { allowedFacts } from '#web/lib/allowed-words.ts';
import { formatDuration, formatMoney, formatPhone } from '#web/lib/format.ts';

export interface StoryStep {
  /** When, as an instant; undefined where only the order is known. */
  at: string | undefined;
  title: string;
  detail?: string | undefined;
  /** A second line that says what was read: a text, what a person wrote. */
  words?: string | undefined;
  /** What was played can be heard here, up to this many milliseconds. */
  heardMs?: number;
  /** Leads to the rules that the number's screen lists. */
  rules?: true;
}

/** "Person, pressed 1, transferred": the drawer's line below the name. */
export function headline({ record }: CallRecordStory): string {
  const parts: string[] = [callOutcomeNames[record.outcome]];
  if (record.keyPressed) parts.push(`pressed ${record.keyPressed}`);
  if (record.callTypeName === 'Transfer') parts.push('transferred');
  return parts.join(', ');
}

export function storySteps(story: CallRecordStory): StoryStep[] {
  const { record } = story;
  const allowed: StoryStep = {
    at: record.startTime ?? undefined,
    title: 'Allowed',
    detail: story.allowedBy ? `${allowedFacts(story.allowedBy)}.` : 'Not recorded at that time.',
    rules: true,
  };
  return [allowed, ...(record.callTypeName === 'Text' ? textSteps(story) : callSteps(story))];
}

/** "115 s, billed 120 s at $0.0145 a minute: $0.0290". */
export function billing({ record }: CallRecordStory): { words: string; cost: string } {
  const { duration, billedDuration, minuteCost, cost } = record;
  return {
    words: `${duration} s, billed ${billedDuration} s at ${formatMoney(minuteCost)} a minute:`,
    cost: formatMoney(cost),
  };
}

function textSteps({ record, text, replies }: CallRecordStory): StoryStep[] {
  const from = text ? ` from ${formatPhone(text.from)}` : '';
  const sent: StoryStep = {
    at: record.startTime ?? undefined,
    title: `Sent${from}`,
    detail: sourceOf(record),
    words: text?.body,
  };
  const end: Record<string, string> = {
    sent: 'Accepted by the carrier, which sent no receipt',
    failed: 'Failed',
    unknown: 'Not known whether it was sent',
  };
  const steps: StoryStep[] = [
    sent,
    {
      at: record.finishTime ?? undefined,
      title: end[record.outcome] ?? 'Delivered',
      detail: carrierWords(record.carrierWords),
    },
    ...replies.map(({ received, message }) => ({
      at: received,
      title: 'The person wrote back',
      words: message,
    })),
  ];
  return steps.sort((a, b) => (a.at ?? '').localeCompare(b.at ?? ''));
}

function callSteps(story: CallRecordStory): StoryStep[] {
  const { record } = story;
  const dialed: StoryStep = {
    at: record.startTime ?? undefined,
    title: record.callerId ? `Dialed as ${formatPhone(record.callerId)}` : dialedWithout(record),
    detail: sourceOf(record),
  };
  const answered: StoryStep[] = record.answerTime
    ? [
        {
          at: record.answerTime,
          title: `Answered${after(record.startTime, record.answerTime)}`,
          detail: record.outcome === 'machine' ? 'By a machine' : 'By a person',
        },
      ]
    : [];
  return [dialed, ...answered, ...courseSteps(story), ended(story)];
}

function dialedWithout({ callerIdTypeName }: CallRecordStory['record']): string {
  return callerIdTypeName === callerIdTypeNames[callerIdType.hide]
    ? 'Dialed with a hidden caller ID'
    : "Dialed with the carrier's caller ID";
}

function sourceOf({ campaignName, calllistName }: CallRecordStory['record']): string {
  return [campaignName, calllistName].filter(Boolean).join(', ');
}

/** Played, pressed, the agent: in the order of time. */
function courseSteps(story: CallRecordStory): StoryStep[] {
  const { course, record, message } = story;
  if (!record.startTime) return [];
  const begin = Date.parse(record.startTime);
  const instant = (ms: number) => new Date(begin + ms).toISOString();
  const timed: (StoryStep & { ms: number })[] = [];
  const add = (ms: number | undefined, step: Omit<StoryStep, 'at'>) => {
    if (ms !== undefined) timed.push({ ms, at: instant(ms), ...step });
  };
  const played = course?.message;
  if (played) {
    const length = formatDuration(played.ms / 1000);
    add(played.at, {
      title: `Played ${message?.name || 'a message'}`,
      detail: `Version ${played.version}, ${length} long`,
      heardMs: heardMs(story),
    });
  }
  for (const [key, at] of course?.keys ?? []) {
    const into = played ? Math.round((at - played.at) / 1000) : -1;
    const during = played !== undefined && at <= played.at + played.ms && into >= 0;
    add(at, { title: `Pressed ${key}`, detail: during ? `${into} s into the message` : undefined });
  }
  const called = story.agentCalledAt ? Date.parse(story.agentCalledAt) - begin : undefined;
  const rang = course?.agentAnsweredAt;
  if (rang === undefined) add(called, { title: 'An agent was called' });
  else {
    const wait = called === undefined ? '' : ` after ${seconds(rang - called)}`;
    add(rang, { title: `An agent answered${wait}` });
  }
  if (story.talked !== null) {
    add(course?.connectedAt ?? rang ?? called, {
      title: 'Connected to the agent',
      detail: `Talked ${formatDuration(story.talked)}`,
    });
  }
  return timed.sort((a, b) => a.ms - b.ms).map(({ ms: _, ...step }) => step);
}

/** Milliseconds of the message that the person heard: a key or the end of the call cuts it. */
function heardMs({ course, record }: CallRecordStory): number {
  const played = course?.message;
  if (!played || !record.startTime) return 0;
  const finish = record.finishTime
    ? Date.parse(record.finishTime) - Date.parse(record.startTime)
    : 0;
  const cut = course.keys?.find(([key]) => key === '1' || key === '9')?.[1];
  const until = Math.min(cut ?? Number.POSITIVE_INFINITY, finish || Number.POSITIVE_INFINITY);
  return Math.max(0, Math.min(played.ms, until - played.at));
}

function ended({ record, course }: CallRecordStory): StoryStep {
  const words = carrierWords(record.carrierWords);
  const at = record.finishTime ?? undefined;
  if (record.outcome === 'abandoned') {
    return { at, title: 'Ended after the apology: no agent was free', detail: words };
  }
  if (record.answerTime) {
    const who = course?.endedBy === 'platform' ? 'Carillon hung up' : 'Customer hung up';
    return { at, title: course?.endedBy ? who : 'Ended', detail: words };
  }
  const title = callOutcomeNames[record.outcome];
  return { at, title: `${title}${after(record.startTime, record.finishTime)}`, detail: words };
}

function carrierWords(words: string): string | undefined {
  return words ? `Carrier's words: ${words}` : undefined;
}

function after(from: string | null, to: string | null): string {
  if (!from || !to) return '';
  return ` after ${seconds(Date.parse(to) - Date.parse(from))}`;
}

/** "16 s", and "1.1 s" where tenths count. */
function seconds(ms: number): string {
  const exact = ms / 1000;
  return exact < 10 ? `${Number(exact.toFixed(1))} s` : `${Math.round(exact)} s`;
}
