/** What is said before a preset whose law is about recorded calls alone is switched on. */
import type { Purpose } from '#contract/policy.ts';
import { purposeNames } from './policy-words.ts';

interface OfRecorded {
  recorded?: boolean;
  rules: readonly { purpose: Purpose | null }[];
}

/** "It holds every call of sales campaigns there, …". Null: its rules are about what its law is about. */
export function recordedWords({ recorded = false, rules }: OfRecorded): string | null {
  if (!recorded) return null;
  const purposes = [...new Set(rules.map(({ purpose }) => purpose))];
  const names = purposes.map((one) => (one === null ? 'all' : purposeNames[one].toLowerCase()));
  const listed = [names.slice(0, -1).join(', '), names.at(-1)].filter((part) => part !== '');
  return `It holds every call of ${listed.join(' and ')} campaigns there, live ones too: a rule does not know whether a call will play a recording.`;
}
