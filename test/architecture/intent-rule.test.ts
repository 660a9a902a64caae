/**
 * A form that is sent again after a lost response repeats its Idempotency-Key (decision 054): each call of an
 * operation that is done once passes an intent, except presses that may be done twice.
 */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { allOperations } from '../../src/contract/operations.ts';

/** Done twice they leave what they leave when done once, or a copy that calls nobody. */
const presses: ReadonlySet<string> = new Set([
  // A stop and a block that are pressed again must hold again, whatever was lifted in between.
  ...['stopCampaign', 'stopAllCampaigns', 'stopClient', 'addDoNotCall in block-number.ts'],
  ...['startCampaign', 'approveCampaign', 'liftClientStop', 'closeCallList'],
  ...['putCallListFirst', 'putCallListInTurn', 'cancelReport', 'killEngine', 'noteTourStep'],
  ...['copyCampaign', 'copyTextMessage', 'copyVoiceMessage'],
  ...['deleteAccountField', 'deleteCampaign', 'deleteDoNotCall', 'deleteManager'],
  ...['deletePolicyRule', 'deleteReportFilter', 'deleteTextMessage', 'deleteVoiceMessage'],
  ...['endOwnSession', 'endOtherSessions', 'removeManagerPhone', 'removeManagersFactor'],
  ...['requireSecondFactor', 'requireLaunchApproval', 'renewRecoveryCodes'],
  ...['removeAuthenticator', 'removePasskey'],
  // Each sets one value.
  ...['confirmListened', 'setSpokenKind', 'setPolicyPurpose', 'editManager in use-managers.ts'],
  // Of texts, which stay decided, read or done.
  ...['decideInboundText', 'readInboundTexts', 'finishInboundTexts', 'finishDeskTexts'],
]);

const once = new Set(allOperations.filter(({ idempotent }) => idempotent).map(({ name }) => name));

/** The calls of a source that send an operation done once without an intent. */
function withoutIntent(file: string, source: string): string[] {
  return [...source.matchAll(/\b(?:api|apiFile|upload)\(\s*(\w+)/g)].flatMap(
    ({ index, 1: name }) => {
      if (name === undefined || !once.has(name)) return [];
      if (/\bintent\b/.test(callAt(source, index))) return [];
      const inFile = `${name} in ${file.split('/').at(-1)}`;
      return presses.has(name) || presses.has(inFile) ? [] : [inFile];
    },
  );
}

/** Up to the parenthesis that ends the call. */
function callAt(source: string, start: number): string {
  let open = 0;
  for (let at = start; at < source.length; at += 1) {
    if (source[at] === '(') open += 1;
    if (source[at] === ')') {
      open -= 1;
      if (open === 0) return source.slice(start, at);
    }
  }
  return source.slice(start);
}

test('every form of the console sends its intent', () => {
  const found = globSync('src/web/**/*.{ts,tsx}').flatMap((file) =>
    withoutIntent(file, readFileSync(file, 'utf8')),
  );
  expect(found).toEqual([]);
});

test('a call without an intent is found', () => {
  const bare = 'api(\n  renewCallList, { params: { id: idOf(list) } })';
  expect(withoutIntent('a/form.ts', bare)).toEqual(['renewCallList in form.ts']);
  expect(withoutIntent('a/form.ts', bare.replace('} })', '}, intent: draft })'))).toEqual([]);
});
