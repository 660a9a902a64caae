import { expect, test } from 'vitest';
import {
  addProblems,
  editProblems,
  type ManagerDraft,
  type ManagerProblems,
  profileProblems,
} from './manager-rules.ts';

const good: ManagerDraft = {
  name: 'Ann Lee 2',
  username: 'ann_2',
  email: 'ann@example.com',
  password: 'old',
  newPassword: 'new_1',
  confirmPassword: 'new_1',
};
type Rules = (draft: ManagerDraft) => ManagerProblems;
const said = (rules: Rules, change: Partial<ManagerDraft>) =>
  Object.values(rules({ ...good, ...change })).filter((problem) => problem !== undefined);

test('a new manager: letters, digits and spaces; word characters; a valid email; equal passwords', () => {
  expect(said(addProblems, { password: '' })).toEqual([]);
  const both = (newPassword: string) => ({ newPassword, confirmPassword: newPassword });
  const wrong: [Partial<ManagerDraft>, string][] = [
    [{ name: '' }, 'Name is Required'],
    [{ name: 'Ann-Lee' }, 'The name may hold only letters, digits and spaces.'],
    [{ username: '' }, 'Username is required!'],
    [{ username: 'ann lee' }, 'Only letters, digits and underscores are allowed.'],
    [{ email: 'ann' }, 'Please enter a valid email'],
    [both(''), 'Password is required!'],
    [both('new!'), 'Only letters, digits and underscores are allowed.'],
    [{ confirmPassword: 'new_2' }, 'The password does not match.'],
  ];
  for (const [change, sentence] of wrong) expect(said(addProblems, change)).toEqual([sentence]);
});

test('another manager: name and username not empty, email valid, password as it is or twice the same', () => {
  const asItIs = { newPassword: '', confirmPassword: '', password: '' };
  expect(said(editProblems, { ...asItIs, name: 'Ann O’Lee-Ray', username: 'ann.lee' })).toEqual([]);
  expect(said(editProblems, { name: ' ' })).toEqual(['Name is Required']);
  expect(said(editProblems, { username: ' ' })).toEqual(['Username is required!']);
  expect(said(editProblems, { email: 'a@b' })).toEqual(['Please enter a valid email']);
  expect(said(editProblems, { confirmPassword: '' })).toEqual(['The password does not match.']);
});

test('the own profile: as another manager, and with the current password', () => {
  expect(said(profileProblems, { newPassword: '', confirmPassword: '' })).toEqual([]);
  expect(said(profileProblems, { password: '' })).toEqual(['Password is required!']);
  expect(said(profileProblems, { email: '', confirmPassword: 'x' })).toEqual([
    'Please enter a valid email',
    'The password does not match.',
  ]);
});
