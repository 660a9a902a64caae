import { beforeEach, expect, test } from 'vitest';
import { reasonSentence } from '../../src/domain/reason-sentences.ts';
import { testBrowser } from '../harness/browser.ts';
import { makeClient, type TestClient } from '../harness/clients.ts';
import { axeFindings, testConsole } from '../harness/console.ts';
import { freshDatabase } from '../harness/database.ts';
import { testJobs } from '../harness/jobs.ts';
import { testRecorder } from '../harness/recorder.ts';
import { restartableServer } from '../harness/restartable.ts';
import { openSignedIn } from '../harness/signed-in.ts';
import {
  addStep,
  button,
  loadedScripts,
  makeCall,
  numberField,
  watchLabels,
} from './recording-step.ts';
import { endSession, keepPicture, scrollsSideways } from './screen.ts';

const db = await freshDatabase();
const api = await testConsole(db);
const browser = testBrowser();
await testJobs(db);
const pace = testRecorder(db, 5);
beforeEach(() => {
  pace.speed = 5;
});

/** The phone recording of a new message, of a separate client by default. */
async function openStep(
  given: {
    client?: TestClient;
    look?: Parameters<typeof browser.newPage>[0];
    url?: string;
    blocked?: string;
  } = {},
) {
  const client = given.client ?? (await makeClient(db));
  const path = '/main/messages/voicemessages?messageId=0';
  const target = given.url === undefined ? api : { ...api, url: given.url };
  const page = await openSignedIn(browser, target, client, path, given.look);
  if (given.blocked !== undefined) await page.route(given.blocked, (call) => call.abort());
  await addStep(page);
  return { page, client };
}

test('a manager is called, records, hears the recording, saves the step and the message', async () => {
  const { page } = await openStep();
  const labels = await watchLabels(page);
  const sound = page.waitForResponse((response) => response.url().includes('/api/message/sound/'));
  await makeCall(page);
  // The message cannot be saved either while a recording is being made.
  await button(page, 'Save').hover();
  await page.getByRole('tooltip', { name: 'Finish the call first.' }).waitFor();
  await page.getByText('Saved', { exact: true }).waitFor();
  await button(page, 'Done').waitFor();
  // After 3 seconds another recording can be made.
  await button(page, 'Make Call').waitFor();
  expect(await page.getByText('Saved', { exact: true }).count()).toBe(0);
  expect(await labels()).toEqual([
    'Make Call',
    'Dialing...',
    'In Call...',
    'Recording...',
    'In Call...',
    'Listening...',
    'In Call...',
    'Done',
    'Make Call',
  ]);

  const save = button(page, 'Save step');
  expect(await save.getAttribute('aria-disabled')).toBe('true');
  await page.getByRole('textbox', { name: 'Recording Name' }).fill('Greeting by Dr. Okonkwo-Bell');
  expect((await sound).status()).toBe(200);
  // A message without fields does not mention account values.
  expect(await page.getByText('values replace the field names').count()).toBe(0);
  await page.getByText('0:04', { exact: true }).waitFor();
  await button(page, 'Listen').click();
  await button(page, 'Stop').first().waitFor();
  await save.click();
  const steps = page.getByRole('list', { name: 'Steps in the order of the call' });
  await steps.getByText('Phone recording').waitFor();
  await steps.getByText('Greeting by Dr. Okonkwo-Bell').waitFor();

  await page.getByRole('textbox', { name: 'Name' }).fill('Balance reminder');
  await button(page, 'Save').click();
  await button(page, 'Play Balance reminder').waitFor();
  const preview = page.waitForResponse((response) => response.url().includes('/preview'));
  await button(page, 'Play Balance reminder').click();
  expect((await (await preview).body()).length).toBeGreaterThan(40_000);
});

test('the Call button is off until the number has 10 digits and begins with neither 0 nor 1', async () => {
  const { page } = await openStep();
  const call = button(page, 'Make Call');
  for (const wrong of ['', '302555014', '1025550148', '0025550148', '3021550148']) {
    await numberField(page).fill(wrong);
    expect(await call.getAttribute('aria-disabled'), wrong).toBe('true');
  }
  await numberField(page).fill('3025550148');
  expect(await numberField(page).inputValue()).toBe('(302) 555-0148');
  expect(await call.getAttribute('aria-disabled')).toBeNull();
});

test.each([
  ['3025550101', 'recording_busy'],
  ['3025550104', 'recording_hung_up'],
])(
  'a call to %s that fails shows Call error and why, and can be tried again',
  async (number, code) => {
    const { page } = await openStep();
    await makeCall(page, number);
    await page.getByText('Call error', { exact: true }).waitFor();
    await page.getByText(reasonSentence({ code })).waitFor();
    expect(await button(page, 'Save step').getAttribute('aria-disabled')).toBe('true');
    await numberField(page).fill('3025550148');
    await button(page, 'Call').click();
    await button(page, 'Dialing...').waitFor();
    await page.getByText('Saved', { exact: true }).waitFor();
  },
);

test('what the server has against a call is said, and goes with the next key', async () => {
  const { page, client } = await openStep();
  const me = await api.signIn(client);
  await me.post(`/api/donotcall/${client.clientId}/edit`, { phoneRestriction: '3025550148' });
  await makeCall(page);
  const refusal = page.getByText('This number is on the do-not-call list.');
  await refusal.waitFor();
  await numberField(page).fill('302555014');
  await refusal.waitFor({ state: 'detached' });
});

test('a connection that is lost in the middle of a call is said, and the stage is asked anew', async () => {
  const server = await restartableServer(api.deps);
  const { page } = await openStep({ url: server.url });
  await makeCall(page);
  await button(page, 'In Call...').waitFor();
  pace.speed = 0;
  await server.stop();
  await page.getByText('Connection lost.').waitFor();
  await button(page, 'In Call...').waitFor();
  pace.speed = 20;
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  await server.start();
  await page.getByText('Saved', { exact: true }).waitFor();
  await page.getByText('Connection lost.').waitFor({ state: 'detached' });
});

test('where no WebSocket comes through, the stages are asked for', async () => {
  const { page } = await openStep({ blocked: '**/hubs/**' });
  await page.getByText('Connection lost.').waitFor();
  await makeCall(page);
  await page.getByText('Saved', { exact: true }).waitFor();
});

test('a tab that was reloaded in the middle goes on with its call; another one keeps out of it', async () => {
  const { page, client } = await openStep();
  await makeCall(page);
  await button(page, 'In Call...').waitFor();
  pace.speed = 0;
  const { page: other } = await openStep({ client });
  const note = other.getByRole('paragraph').filter({ hasText: 'in progress in another window.' });
  await note.waitFor();
  await numberField(other).fill('3025550148');
  expect(await button(other, 'Make Call').getAttribute('aria-disabled')).toBe('true');

  await page.reload();
  await addStep(page);
  await button(page, 'In Call...').waitFor();
  pace.speed = 10;
  await page.getByText('Saved', { exact: true }).waitFor();
  await note.waitFor({ state: 'detached' });
  expect(await other.getByText('Saved', { exact: true }).count()).toBe(0);
  expect(await button(other, 'Make Call').getAttribute('aria-disabled')).toBeNull();
});

test('a session that ends in the middle of a call asks for the password, over the page', async () => {
  const { page } = await openStep();
  await endSession(page, api.url);
  await page.getByRole('dialog', { name: 'Log in again' }).waitFor();
  await button(page, 'Log In').waitFor();
});

test('the SignalR client is loaded with the phone recording and not before', async () => {
  const client = await makeClient(db);
  const page = await openSignedIn(browser, api, client, '/main/messages/voicemessages?messageId=0');
  const negotiated: string[] = [];
  const policy: string[] = [];
  page.on(
    'request',
    (request) => request.url().includes('/hubs/') && negotiated.push(request.url()),
  );
  page.on('console', (line) => line.text().includes('Security Policy') && policy.push(line.text()));
  await button(page, 'Fixed text-to-speech').click();
  await button(page, 'Listen').waitFor();
  const before = await loadedScripts(page);
  expect(negotiated).toEqual([]);
  await button(page, 'Cancel').last().click();
  await addStep(page);
  await expect.poll(() => negotiated.length).toBeGreaterThan(0);
  expect(await loadedScripts(page)).toBeGreaterThan(before);
  expect(policy).toEqual([]);
});

test.each([
  { name: '1280-light', width: 1280, dark: false },
  { name: '390-dark', width: 390, dark: true },
])(
  'axe finds nothing in any state of the call, and nothing scrolls sideways ($name)',
  async ({ name, width, dark }) => {
    const { page } = await openStep({ look: { dark, width, height: 844 } });
    const capture = async (state: string) => {
      expect(await axeFindings(page), state).toEqual([]);
      expect(await scrollsSideways(page), state).toBe(false);
      await keepPicture(page, `phone-recording-${state}-${name}`);
    };
    await capture('empty');
    pace.speed = 2;
    await makeCall(page);
    await button(page, 'Recording...').waitFor();
    pace.speed = 0;
    await capture('recording');
    pace.speed = 20;
    await page.getByText('Saved', { exact: true }).waitFor();
    await capture('saved');
    await button(page, 'Make Call').waitFor();
    await page.getByRole('textbox', { name: 'Recording Name' }).fill('Greeting, Dr. Okonkwo-Bell');
    await makeCall(page, '3025550101');
    await page.getByText(reasonSentence({ code: 'recording_busy' })).waitFor();
    await capture('error');
    expect(browser.errors).toEqual([]);
  },
);
