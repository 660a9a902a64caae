import { afterAll, expect, test } from 'vitest';
import type { StoredNote } from '../../src/contract/note.ts';
import { makeCampaign } from '../engine/world.ts';
import { freshDatabase } from '../harness/database.ts';
import { publicUrl } from './open-carrier.ts';
import { textingByTwilio, twilioSite } from './texting-world.ts';

const db = await freshDatabase();
const site = await twilioSite(db);
const { double } = site;
afterAll(() => double.close());

const allEnded = (texts: number) => ({
  ...{ attempts: texts, openAttempts: 0, callRecords: texts, mismatches: 0, wrongCounts: [] },
});

test("a campaign's texts go out once each and end as Twilio's status callbacks say", async () => {
  const world = await textingByTwilio(db, site, { entries: 40, firstPhone: 12_122_010_000 });
  const { until, stop } = await world.begin();
  await until(() => world.sent().length === 40);
  await until(async () => (await world.results()).open === 40);
  await double.deliver('delivered');
  await until(async () => (await world.results()).delivered === 40);
  expect(new Set(world.sent().map(({ to }) => to)).size).toBe(40);
  expect(world.sent()[0]?.body).toBe('Hello Ann');
  await until(async () => (await world.callbacksLeft()) === 0);
  await until(async () => (await world.state()).completed);
  expect(await world.books()).toEqual(allEnded(40));
  await stop();
  await world.end();
});

test('a callback that Twilio repeats counts once, and one before the submission is committed counts too', async () => {
  const world = await textingByTwilio(db, site, { entries: 3, firstPhone: 12_122_020_000 });
  const { until, stop } = await world.begin();
  await until(() => world.sent().length === 3);
  await double.deliver('undelivered', 30_003);
  const posted = double.hooks.deliveries.filter(({ url }) => url.includes(`/${world.name}/`));
  for (const { url, fields } of posted) await double.hooks.post(url, fields);
  await until(async () => (await world.results()).failed === 3);
  for (const { url, fields } of posted) await double.hooks.post(url, fields);
  await until(async () => (await world.callbacksLeft()) === 0);
  expect(await world.books()).toEqual(allEnded(3));
  expect(double.hooks.deliveries.every(({ status }) => status === 200)).toBe(true);
  await stop();
  await world.end();
});

test('a lost response leaves the text unknown; the status callback that names it corrects that, and nobody is texted twice', async () => {
  const world = await textingByTwilio(db, site, { entries: 4, firstPhone: 12_122_030_000 });
  const { until, stop } = await world.begin();
  // It is found by nothing else.
  double.listDown = true;
  double.mishaps.push('cut', null, 'broken', 'cut before');
  await until(async () => (await world.results()).unknown === 3);
  expect(await world.results()).toEqual({ open: 1, unknown: 3 });
  expect(world.sent().length).toBe(3);
  await double.deliver('delivered');
  await until(async () => (await world.results()).delivered === 3);
  double.listDown = false;
  // What Twilio never took stays unknown.
  expect(await world.results()).toEqual({ delivered: 3, unknown: 1 });
  expect(world.sent().length).toBe(3);
  expect(await world.books()).toEqual(allEnded(4));
  await stop();
  await world.end();
});

test('a text that Twilio was too busy for goes out later, once', async () => {
  const world = await textingByTwilio(db, site, { entries: 5, firstPhone: 12_122_040_000 });
  const { until, stop } = await world.begin();
  double.mishaps.push('too many', 'too many', null, 'too many');
  await until(() => world.sent().length === 5);
  await double.deliver('delivered');
  await until(async () => (await world.results()).delivered === 5);
  expect(new Set(world.sent().map(({ to }) => to)).size).toBe(5);
  expect(await world.books()).toEqual(allEnded(5));
  await stop();
  await world.end();
});

test('a number that opted out at Twilio (21610) joins the do-not-call list, whether Twilio says so at once or later', async () => {
  const world = await textingByTwilio(db, site, { entries: 3, firstPhone: 12_122_050_000 });
  double.account.optedOut.add(`${world.sender} +12122050000`);
  const { until, stop } = await world.begin();
  await until(async () => (await world.results()).failed === 1);
  expect(await world.doNotCall()).toEqual(['12122050000 text']);
  await until(() => world.sent().length === 2);
  await double.deliver('failed', 21_610);
  await until(async () => (await world.results()).failed === 3);
  expect(await world.doNotCall()).toEqual([
    ...['12122050000 text', '12122050001 text', '12122050002 text'],
  ]);
  const notes = await world.ask<{ note: StoredNote }>('SELECT carrier_note AS note FROM attempt');
  expect(notes).toHaveLength(3);
  for (const { note } of notes) expect(note).toMatchObject({ twilio: 21_610 });
  await stop();
  await world.end();
});

test('STOP is stored once however often Twilio repeats it, blocks the number, and gets empty TwiML', async () => {
  const world = await textingByTwilio(db, site, { entries: 2, firstPhone: 12_122_060_000 });
  // Its list has whole seconds only: a START that was found there may be older than the STOP.
  double.listDown = true;
  const { until, stop } = await world.begin();
  await until(() => world.sent().length === 2);
  const before = double.hooks.deliveries.length;
  await double.textIn('+12122060000', world.sender, 'STOP');
  const [posted] = double.hooks.deliveries.slice(before);
  expect(posted).toMatchObject({
    ...{ status: 200, type: 'text/xml; charset=utf-8' },
    body: '<?xml version="1.0" encoding="UTF-8"?><Response></Response>',
  });
  if (posted) await double.hooks.post(posted.url, posted.fields);
  await until(async () => (await world.doNotCall()).length === 1);
  if (posted) await double.hooks.post(posted.url, posted.fields);
  await until(async () => (await world.callbacksLeft()) === 0);
  const stored = await world.ask('SELECT message, intent FROM inbound_text');
  expect(stored).toEqual([{ message: 'STOP', intent: 3 }]);
  expect(await world.doNotCall()).toEqual(['12122060000 text']);
  // Twilio itself has replied to the person, and rejects our confirmation.
  await until(async () => {
    const [reply] = await world.ask<{ note: StoredNote | null }>('SELECT note FROM text_reply');
    return reply?.note?.twilio === 21_610;
  });
  await double.textIn('+12122060000', world.sender, 'START');
  await until(async () => (await world.doNotCall()).length === 0);
  double.listDown = false;
  await stop();
  await world.end();
});

test('callbacks that come while no engine runs are stored, and the next engine takes them', async () => {
  const world = await textingByTwilio(db, site, { entries: 2, firstPhone: 12_122_070_000 });
  const first = await world.begin();
  await first.until(async () => (await world.results()).open === 2);
  await first.stop();
  await double.deliver('delivered');
  await double.textIn('+12122070000', world.sender, 'Please stop texting me');
  expect(await world.callbacksLeft()).toBe(3);
  expect(await world.doNotCall()).toEqual([]);
  const second = await world.start();
  await second.until(async () => (await world.results()).delivered === 2);
  await second.until(async () => (await world.doNotCall()).length === 1);
  await second.until(async () => (await world.callbacksLeft()) === 0);
  await second.stop();
  await world.end();
});

test('two engines share the callbacks of one carrier, and each is worked on once', async () => {
  const world = await textingByTwilio(db, site, { entries: 30, firstPhone: 12_122_080_000 });
  const one = await world.begin();
  const other = await world.start();
  await one.until(async () => (await world.results()).open === 30);
  await double.deliver('delivered');
  await one.until(async () => {
    await other.engine.tick();
    return (await world.results()).delivered === 30;
  });
  await one.until(async () => {
    await other.engine.tick();
    return (await world.callbacksLeft()) === 0;
  });
  expect(await world.books()).toEqual(allEnded(30));
  await Promise.all([one.stop(), other.stop()]);
  await world.end();
});

test("a STOP to a number that only calls show is obeyed, by webhook or from Twilio's list", async () => {
  const world = await textingByTwilio(db, site, { entries: 1, firstPhone: 12_122_080_000 });
  const shown = '17025550123';
  double.addNumber(`+${shown}`, `${publicUrl}/carrier/${world.name}/inbound`);
  await makeCampaign(db, { clientId: world.clientId });
  await world.ask(`UPDATE campaign SET caller_id_number = '${shown}' WHERE campaign_type = 1`);
  double.deaf = true;
  await double.textIn('+12122080007', `+${shown}`, 'Stop calling me');
  double.deaf = false;
  const { until, stop } = await world.begin();
  await until(async () => (await world.doNotCall()).includes('12122080007 text'));
  await double.textIn('+12122080008', `+${shown}`, 'STOP');
  await until(async () => (await world.doNotCall()).includes('12122080008 text'));
  // It is not a number to text from.
  expect(await world.ask('SELECT FROM text_reply')).toEqual([]);
  await stop();
  await world.end();
});

test('a STOP that is found hours later is obeyed, and no late auto-reply wakes anybody', async () => {
  const world = await textingByTwilio(db, site, { entries: 1, firstPhone: 12_122_090_000 });
  double.deaf = true;
  await double.textIn('+12122090007', world.sender, 'Stop texting me');
  await double.textIn('+12122090008', world.sender, 'HELP');
  for (const message of double.account.messages.slice(0, 2)) {
    message.created = new Date(Date.now() - 3 * 3_600_000);
  }
  await double.textIn('+12122090009', world.sender, 'HELP');
  double.deaf = false;
  const { until, stop } = await world.begin();
  await until(async () => (await world.doNotCall()).includes('12122090007 text'));
  await until(async () => (await world.ask('SELECT FROM text_reply')).length === 3);
  const stored = await world.ask('SELECT phone FROM inbound_text ORDER BY phone');
  expect(stored.length).toBe(3);
  const sent = `SELECT phone FROM text_reply WHERE outcome IS DISTINCT FROM 'dropped'`;
  await until(async () => (await world.ask(sent)).length === 1);
  expect(await world.ask(sent)).toEqual([{ phone: '12122090009' }]);
  await stop();
  await world.end();
});
