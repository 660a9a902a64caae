import { type Segments, segmentsOf } from '#domain/text-segments.ts';
import styles from './text-segments.module.css';

interface TextSegmentsProps {
  /** The text as it will be sent, as far as known. */
  text: string;
  /** The text still lacks values of an account. */
  approximate: boolean;
}

/** How many segments a text takes, and which characters require the costlier encoding. */
export function TextSegments({ text, approximate }: TextSegmentsProps) {
  const counted = segmentsOf(text);
  return (
    <div className={styles.segments}>
      <p>
        <strong>
          {approximate && counted.segments > 0 && 'About '}
          {counted.segments} {counted.segments === 1 ? 'segment' : 'segments'}
        </strong>
        <span>{roomInWords(counted)}</span>
      </p>
      {counted.unicode.length > 0 && (
        <p>
          Sent as UCS-2 because of {namesOf(counted.unicode)}. One segment then holds 70 characters
          instead of 160; each of several holds 67 instead of 153.
        </p>
      )}
    </div>
  );
}

/** "GSM-7, 34 of 160 used": of the room of all its segments together. */
function roomInWords({ encoding, units, segments, unitsPerSegment }: Segments): string {
  return `${encoding}, ${units} of ${Math.max(1, segments) * unitsPerSegment} used`;
}

const mostNamed = 5;

/** "’ (U+2019), 🔔 (U+1F514) and 3 more". */
function namesOf(characters: readonly string[]): string {
  const named = characters.slice(0, mostNamed).map(nameOf).join(', ');
  const more = characters.length - mostNamed;
  return more > 0 ? `${named} and ${more} more` : named;
}

/** Invisible characters are named by their code alone. */
function nameOf(character: string): string {
  const code = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
  const seen = /[\p{L}\p{N}\p{P}\p{S}]/u.test(character);
  return seen ? `${character} (U+${code})` : `U+${code}`;
}
