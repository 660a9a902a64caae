import { expect, test } from 'vitest';
import { type ManagerDraft, managerAdd, managerEdit, profileEdit } from './manager.ts';

const good: ManagerDraft = {
  name: 'Ann Lee 2',
  username: 'ann_2',
  email: 'ann@example.com',
  password: 'old',
  newPassword: 'four-green kettles',
  confirmPassword: 'four-green kettles',
};
type Schema = typeof managerAdd | typeof managerEdit | typeof profileEdit;
const said = (schema: Schema, change: Partial<ManagerDraft>) => {
  const issues = schema.safeParse({ ...good, ...change }).error?.issues ?? [];
  const first = new Map(issues.toReversed().map(({ path, message }) => [path[0], message]));
  return [...first.values()].toReversed();
};

test('a new manager: letters, digits and spaces; word characters; a valid email', () => {
  const none = { password: '', newPassword: '', confirmPassword: '' };
  expect(said(managerAdd, none)).toEqual([]);
  const wrong: [Partial<ManagerDraft>, string][] = [
    [{ name: '' }, 'Name is Required'],
    [{ name: 'Ann-Lee' }, 'The name can contain only letters, digits and spaces.'],
    [{ username: '' }, 'Username is required!'],
    [{ username: 'ann lee' }, 'Only letters, digits and underscores are allowed.'],
    [{ email: 'ann' }, 'Please enter a valid email'],
    [{ confirmPassword: 'new_2' }, 'The password does not match.'],
  ];
  for (const [change, sentence] of wrong) {
    expect(said(managerAdd, { ...none, ...change })).toEqual([sentence]);
  }
});

test('another manager: name and username not empty, email valid, password as it is or twice the same', () => {
  const asItIs = { newPassword: '', confirmPassword: '', password: '' };
  expect(said(managerEdit, { ...asItIs, name: 'Ann O’Lee-Ray', username: 'ann.lee' })).toEqual([]);
  expect(said(managerEdit, { name: ' ' })).toEqual(['Name is Required']);
  expect(said(managerEdit, { username: ' ' })).toEqual(['Username is required!']);
  expect(said(managerEdit, { email: 'a@b' })).toEqual(['Please enter a valid email']);
  expect(said(managerEdit, { confirmPassword: '' })).toEqual(['The password does not match.']);
});

test('the own profile: as another manager, and with the current password', () => {
  expect(said(profileEdit, { newPassword: '', confirmPassword: '' })).toEqual([]);
  expect(said(profileEdit, { password: '' })).toEqual(['Password is required!']);
  expect(said(profileEdit, { email: '', confirmPassword: 'x' })).toEqual([
    'Please enter a valid email',
    'The password does not match.',
  ]);
});
