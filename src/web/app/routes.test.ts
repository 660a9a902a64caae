import { expect, test } from 'vitest';
import { breadcrumbOf } from './breadcrumb.ts';
import { menuEntries } from './menu-entries.ts';
import { findEntries, screens } from './palette-sources.ts';
import { homePath, pageRoutes } from './routes.ts';

const labels = (path: string) => breadcrumbOf(path).map(({ label }) => label);

test('the breadcrumb begins with the product and names groups and parents', () => {
  expect(labels(homePath)).toEqual(['Carillon', 'Messages', 'Voice']);
  expect(labels('/main/upload')).toEqual(['Carillon', 'Call Lists', 'Upload Contact List']);
  expect(labels('/main/user')).toEqual(['Carillon', 'User Profile']);
  expect(labels('/main/number/13025550148')).toEqual(['Carillon', 'Number']);
  expect(labels('/main/numbers')).toEqual(['Carillon', 'Live Monitoring', 'Numbers']);
  expect(labels('/main/nowhere')).toEqual(['Carillon']);
});

test('the menu has the documented entries in their order, and calls Call Lists Contact Lists', () => {
  const shown = menuEntries.map(({ label, pages }) => [label, ...pages.map((page) => page.label)]);
  expect(shown).toEqual([
    ['Account Fields'],
    ['Messages', 'Voice', 'Text'],
    ['Campaigns', 'Dialer', 'Texting'],
    ['Contact Lists'],
    ['Live Monitoring'],
    ['Do Not Call'],
    ['Policy'],
    ['Managers'],
    ['Audit'],
    ['Retention'],
    ['Person'],
    ['Reports', 'Call Detail Report', 'Report Archives'],
    ['Text Message Manager'],
  ]);
  expect(menuEntries[3]?.path).toBe('/main/calllist');
  expect(labels('/main/calllist')).toEqual(['Carillon', 'Call Lists']);
});

test('every page is in the menu, belongs to a page that is, to a record, or is the own profile', () => {
  const shown = menuEntries.flatMap((entry) =>
    [entry, ...entry.pages].flatMap((one) => one.covers),
  );
  for (const page of pageRoutes.filter(({ ofUser, ofRecord }) => !ofUser && !ofRecord)) {
    expect(shown).toContain(page.path);
  }
  expect(pageRoutes.filter(({ ofUser }) => ofUser).map(({ path }) => path)).toEqual(['/main/user']);
});

test('every screen can be found by its label and by the words of its users', async () => {
  const entries = screens;
  for (const page of pageRoutes.filter(({ ofRecord }) => !ofRecord)) {
    expect(findEntries(entries, page.label).map(({ href }) => href)).toContain(page.path);
  }
  expect(findEntries(entries, 'call lists')[0]?.href).toBe('/main/calllist');
  expect(findEntries(entries, 'no such thing')).toEqual([]);
});
