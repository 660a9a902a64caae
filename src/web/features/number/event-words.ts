/** One line of what happened with a number, and what allowed it. */
import type { NumberEvent } from '#contract/number.ts';
import { allowedWords } from '#web/lib/allowed-words.ts';
import { formatDuration } from '#web/lib/format.ts';
import { lineWords, resultWords } from './entry-words.ts';

export interface EventWords {
  title: string;
  under: string;
}

export function eventWords(event: NumberEvent): EventWords {
  switch (event.kind) {
    case 'call':
    case 'text':
      return attemptWords(event);
    case 'reply':
      return { title: `Reply "${event.message}"`, under: replyWords(event) };
    case 'auto_reply':
      return { title: 'Auto-reply sent', under: event.message };
    case 'blocked':
      return { title: 'Added to Do Not Call', under: blockWords[event.source] };
    case 'lifted':
      return { title: `Taken off Do Not Call by ${event.managerName}`, under: `"${event.reason}"` };
    case 'loaded':
      return {
        title: `Loaded into ${event.callListName}`,
        under: lineWords(event.line, event.column),
      };
    case 'closed':
      return {
        title: `${event.callListName} was closed`,
        under: event.waited
          ? 'It had not been called there, and is not any more.'
          : 'It was done there.',
      };
    case 'left_out':
      return {
        title: `Not loaded into ${event.callListName}`,
        under: `${event.reason} ${lineWords(event.line, event.column)}`,
      };
  }
}

type Attempt = Extract<NumberEvent, { kind: 'call' | 'text' }>;

function attemptWords(event: Attempt): EventWords {
  const { kind, result, seconds, campaignName, callListName, note, allowedBy } = event;
  const noun = kind === 'call' ? 'Call' : 'Text';
  const length = kind === 'call' && seconds ? `, ${formatDuration(seconds)}` : '';
  const parts = [`${campaignName}, ${callListName}.`, note ?? '', allowedWords(allowedBy)];
  return {
    title: `${noun}, ${resultWords(result)}${length}`,
    under: parts.filter((part) => part !== '').join(' '),
  };
}

const blockWords = {
  manager: 'By a manager.',
  operator: "By the operator's file.",
  key: 'The person pressed 9.',
  text: 'The person opted out by text.',
};

type Reply = Extract<NumberEvent, { kind: 'reply' }>;

function replyWords({ messageIntent, decision }: Reply): string {
  const meant = {
    1: 'Not an opt-out.',
    2: 'Opted in.',
    3: 'Opted out.',
    4: 'Asked for help.',
    5: 'Unclear: it may be an opt-out.',
  }[messageIntent];
  if (decision === null) return meant;
  return `${meant} ${decision === 'keep' ? 'Decided: not an opt-out.' : 'Decided: an opt-out.'}`;
}
