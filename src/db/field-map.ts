/**
 * The fields of a noun, each declared once: its column, how the wire shows it and what an input
 * stores in it. From such a map come the columns to select, the row's type, row → wire and the
 * save.
 *
 * A field that is missing in the map does not compile: `FieldsOf` asks for one for each key of the
 * input, and the wire's type for each key of the response.
 */
import { storedPhone } from '#domain/phone.ts';
import { easternWallTime, instantToday } from '#domain/wall-time.ts';

export interface Field<Column extends string, Stored, Wire, Input, Now = unknown> {
  column: Column;
  show: (stored: Stored, now: Now) => Wire;
  /** `before` is the stored value; undefined for a new record. */
  store: (input: Input, before: Stored | undefined, now: Now) => Stored;
}

/** A field that is shown and stored on a day: a map with one asks for `now`. */
interface DatedField<Column extends string, Stored, Wire, Input>
  extends Field<Column, Stored, Wire, Input, Date> {
  dated: true;
}

interface AnyField<Input = never> {
  column: string;
  show: (stored: never, now: never) => unknown;
  store: (input: Input, before: never, now: never) => unknown;
}
export type FieldMap = Record<string, AnyField>;

/** What a map must hold so that no field of an input is lost; an input cannot change ids. */
export type FieldsOf<Input, Not extends keyof Input = never> = {
  [Key in Exclude<keyof Input, Not>]-?: AnyField<Input[Key]>;
};

type Stored<F> = F extends { show: (stored: infer S, now: never) => unknown } ? S : never;
/** A row as `columnsOf` selects it. */
export type RowOf<M extends FieldMap> = {
  [Key in keyof M as M[Key]['column']]: Stored<M[Key]>;
};
export type WireOf<M extends FieldMap> = { [Key in keyof M]: ReturnType<M[Key]['show']> };
type Given<F extends AnyField> = Parameters<F['store']>[0];
/** The input of `valuesOf`; a field that may be undefined may be left out. */
export type InputOf<M extends FieldMap> = {
  [Key in keyof M as undefined extends Given<M[Key]> ? never : Key]: Given<M[Key]>;
} & {
  [Key in keyof M as undefined extends Given<M[Key]> ? Key : never]?: Given<M[Key]>;
};

type Day<M extends FieldMap> =
  Extract<M[keyof M], { dated: true }> extends never ? [] : [now: Date];

/** The columns of a SELECT. */
export function columnsOf(map: FieldMap): string {
  return Object.values(map)
    .map(({ column }) => column)
    .join(', ');
}

/** What the wire shows of a row. */
export function wireOf<M extends FieldMap>(map: M, row: RowOf<M>, ...[now]: Day<M>): WireOf<M> {
  const values: Record<string, unknown> = row;
  const shown = Object.entries(map).map(([key, { column, show }]) => {
    return [key, show(values[column] as never, now as never)];
  });
  return Object.fromEntries(shown) as WireOf<M>;
}

/** What an input stores, by column. */
export function valuesOf<M extends FieldMap>(
  map: M,
  input: InputOf<M>,
  before: RowOf<M> | undefined,
  ...[now]: Day<M>
): RowOf<M> {
  const given: Record<string, unknown> = input;
  const stored: Record<string, unknown> | undefined = before;
  const values = Object.entries(map).map(([key, { column, store }]) => {
    return [column, store(given[key] as never, stored?.[column] as never, now as never)];
  });
  return Object.fromEntries(values) as RowOf<M>;
}

/** `INSERT INTO … (names) VALUES (slots)` of values by column, after `keys` values of the key. */
export function insertion(values: object, keys: number): { names: string; slots: string } {
  const names = Object.keys(values);
  const slots = names.map((_, index) => `$${index + keys + 1}`);
  return { names: names.join(', '), slots: slots.join(', ') };
}

/** `SET` of an UPDATE, in the same way. */
export function assignments(values: object, keys: number): string {
  return Object.keys(values)
    .map((name, index) => `${name} = $${index + keys + 1}`)
    .join(', ');
}

export function text<C extends string>(column: C): Field<C, string, string, string> {
  return { column, show: (stored) => stored, store: (input) => input };
}

export function flag<C extends string>(column: C): Field<C, boolean, boolean, boolean> {
  return { column, show: (stored) => stored, store: (input) => input };
}

/** Unchanged when an input does not have it. */
export function keptFlag<C extends string>(
  column: C,
  atFirst: boolean,
): Field<C, boolean, boolean, boolean | undefined> {
  return {
    column,
    show: (stored) => stored,
    store: (input, before) => input ?? before ?? atFirst,
  };
}

/** Null in records of another type. */
export function number<C extends string>(column: C): Field<C, number | null, number, number> {
  return { column, show: (stored) => stored ?? 0, store: (input) => input };
}

/** The id of another record; on the wire 0 is none. */
export function choice<C extends string>(
  column: C,
): Field<C, number | null, number, number | null | undefined> {
  return { column, show: (stored) => stored ?? 0, store: (input) => input || null };
}

/** As it is typed; stored as eleven digits. */
export function phone<C extends string>(column: C): Field<C, string | null, string, string> {
  return {
    column,
    show: (stored) => stored ?? '',
    store: (input) => storedPhone(input) ?? '',
  };
}

/** Stored as `HH:mm:ss`, Eastern; on the wire that time of today as an instant. */
export function wallTime<C extends string>(
  column: C,
): DatedField<C, string | null, string | null, string | null | undefined> {
  return {
    dated: true,
    column,
    show: (stored, now) => stored && instantToday(stored, now),
    store: (input, before, now) => {
      if (!input) return null;
      // On the one day whose clocks skip the stored time, it is shown as the later instant. Sent
      // back with a change of something else, that must not become the time of every other day.
      const asShown = before && Date.parse(instantToday(before, now)) === Date.parse(input);
      return asShown ? before : easternWallTime(input);
    },
  };
}
