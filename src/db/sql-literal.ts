/** Values written into SQL, for the few statements that take no parameters: COPY. */
import pg from 'pg';

/**
 * The value as a quoted literal without a type, just as a bound value reaches PostgreSQL: text,
 * whose type the statement decides.
 *
 * @throws TypeError for anything but strings, finite numbers, dates, buffers and lists of numbers or
 * buffers
 */
export function sqlLiteral(value: unknown): string {
  return pg.escapeLiteral(textOf(value));
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (value instanceof Date) return timeText(value);
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`;
  if (Array.isArray(value)) return `{${value.map(elementOf).join(',')}}`;
  throw new TypeError('This value cannot be written into a statement.');
}

function elementOf(value: unknown): string {
  if (typeof value === 'number') return textOf(value);
  if (value instanceof Uint8Array) return `"\\${textOf(value)}"`;
  throw new TypeError('This value cannot be written into a list.');
}

/** PostgreSQL writes the year before 1 as 1 BC, and reads no year with a sign. */
function timeText(time: Date): string {
  const year = time.getUTCFullYear();
  if (Number.isNaN(year)) throw new TypeError('This is not a time.');
  const shown = String(year < 1 ? 1 - year : year).padStart(4, '0');
  const rest = time
    .toISOString()
    .replace(/^[+-]?\d+/, '')
    .replace('Z', '+00');
  return `${shown}${rest}${year < 1 ? ' BC' : ''}`;
}
