import { expect, test } from 'vitest';
import type { DeskText } from '#contract/inbound-desk.ts';
import { type MadeDecision, withPending } from './made-decision.ts';

const textOf = (id: number, phoneNumber = '12125550121'): DeskText => ({
  ...{ id, phoneNumber, date: '2026-11-20T15:41:00Z', message: 'Wrong number', messageIntent: 5 },
  ...{ standing: 'unclear', read: true, done: false, toDo: true },
  ...{ person: '', accountNumber: '', campaign: '' },
});
const made = (decision: MadeDecision['decision']): MadeDecision => ({
  ...{ textId: 6, phone: '12125550121', decision, clientId: 1, upTo: 7 },
});
const shown = (decision: MadeDecision['decision']) =>
  withPending([textOf(6), textOf(7), textOf(8), textOf(6, '12125550122')], [made(decision)]).map(
    ({ standing }) => standing,
  );

test('until the server knows it, "keep" shows those texts as kept that were seen', () => {
  expect(shown('keep')).toEqual(['kept', 'kept', 'unclear', 'unclear']);
});

test('until the server knows it, an opt-out shows all texts of its number as opted out', () => {
  expect(shown('optOut')).toEqual(['optOut', 'optOut', 'optOut', 'unclear']);
});
