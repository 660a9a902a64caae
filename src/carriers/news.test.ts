import { expect, test } from 'vitest';
import { createNews } from './news.ts';

const event = (name: string) => ({ name });

test('a reader is told each event once; without one all that wait are returned', () => {
  const news = createNews<{ name: string }>();
  const [a, b, c] = [event('a'), event('b'), event('c')];
  const reader = {};
  news.tell(a);
  expect(news.events(reader)).toEqual([a]);
  news.tell(b);
  news.tell(c);
  expect(news.end(b)).toBe(true);
  expect(news.end(b)).toBe(false);
  expect(news.events(reader)).toEqual([c]);
  expect(news.events(reader)).toEqual([]);
  expect(news.events()).toEqual([a, c]);
});

test('a reader that looks for the first time, as after a restart, is told all that wait', () => {
  const news = createNews<{ name: string }>();
  const [a, b] = [event('a'), event('b')];
  const before = {};
  for (const one of [a, b]) news.tell(one);
  news.events(before);
  news.end(a);
  expect(news.events({})).toEqual([b]);
  expect(news.events(before)).toEqual([]);
});

test('what is told again comes before what came after it: a STOP stays before the START', () => {
  const news = createNews<{ name: string }>();
  const reader = {};
  const [stop, start] = [event('STOP'), event('START')];
  for (const one of [stop, start]) {
    news.tell(one);
    news.events(reader);
  }
  news.tellAgain([start]);
  news.tellAgain([stop]);
  expect(news.events(reader)).toEqual([stop, start]);
});

test('what came to nothing is told every reader again, once, unless it is acknowledged', () => {
  const news = createNews<{ name: string }>();
  const [a, b] = [event('a'), event('b')];
  const readers = [{}, {}];
  for (const one of [a, b]) news.tell(one);
  for (const reader of readers) news.events(reader);
  news.end(b);
  news.tellAgain([a, b]);
  news.tellAgain([a]);
  for (const reader of readers) expect(news.events(reader)).toEqual([a]);
  for (const reader of readers) expect(news.events(reader)).toEqual([]);
  news.tellAgain([a]);
  news.end(a);
  for (const reader of readers) expect(news.events(reader)).toEqual([]);
});
