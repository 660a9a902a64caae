import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { maxTextLength, type TextToken, textMessageTexts } from '#contract/text-message.ts';
import {
  countedText,
  cutToLimit,
  hasField,
  hasOpenBracket,
  hasRoomForField,
  invalidFields,
  lengthOf,
} from '#domain/text-message.ts';
import { Button } from '#web/ui/button.tsx';
import { Token } from '#web/ui/chip.tsx';
import { ChevronDownIcon } from '#web/ui/icons.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { TextAreaField } from '#web/ui/text-field.tsx';
import { TextSegments } from '#web/ui/text-segments.tsx';
import styles from './text-message.module.css';

const fields: readonly { label: string; token: TextToken }[] = [
  { label: 'First Name', token: '[first_name]' },
  { label: 'Last Name', token: '[last_name]' },
  { label: 'File Number', token: '[file_number]' },
];

interface MessageFieldProps {
  value: string;
  onChange: (message: string) => void;
  error: string | undefined;
  errorNow: string | undefined;
}

/** The text with its counter, the fields that can be inserted, and the segments that it takes. */
export function MessageField({ value: message, onChange, error, errorNow }: MessageFieldProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  // The caret position when the text last lost focus; the end if it never had focus.
  const selection = useRef<{ from: number; to: number } | undefined>(undefined);
  const insert = (token: string) => {
    const { from, to } = selection.current ?? { from: message.length, to: message.length };
    flushSync(() => onChange(message.slice(0, from) + token + message.slice(to)));
    area.current?.focus();
    area.current?.setSelectionRange(from + token.length, from + token.length);
  };
  const withField = hasField(message);
  return (
    <>
      <InsertField message={message} onInsert={insert} />
      <TextAreaField
        ref={area}
        label="Message"
        required
        rows={6}
        value={message}
        error={error}
        errorNow={errorNow}
        hint={
          hasOpenBracket(message)
            ? textMessageTexts.openBracket
            : withField && textMessageTexts.approximate
        }
        hintEnd={
          <span className={styles.count}>
            {lengthOf(message)}/{maxTextLength}
          </span>
        }
        onChange={(typed) => onChange(cutToLimit(typed))}
        onBlur={({ target }) => {
          selection.current = { from: target.selectionStart, to: target.selectionEnd };
        }}
      />
      <InvalidFields names={invalidFields(message)} />
      <TextSegments text={countedText(message)} approximate={withField} />
    </>
  );
}

function InsertField({
  message,
  onInsert,
}: {
  message: string;
  onInsert: (token: string) => void;
}) {
  const label = 'Insert account field';
  if (!hasRoomForField(message)) {
    return (
      <Button
        size="sm"
        className={styles.insert ?? ''}
        iconAfter={ChevronDownIcon}
        reason={`The message has no room for another account field. The limit is ${maxTextLength} characters.`}
      >
        {label}
      </Button>
    );
  }
  const items = fields.map((field) => ({
    label: field.label,
    hint: field.token,
    onSelect: () => onInsert(field.token),
  }));
  return (
    <Menu label={label} items={items} placement="bottom-start">
      <Button size="sm" className={styles.insert ?? ''} iconAfter={ChevronDownIcon}>
        {label}
      </Button>
    </Menu>
  );
}

/** Appears as soon as a bracket closes. */
function InvalidFields({ names }: { names: readonly string[] }) {
  return (
    <div role="status" className={styles.feedback}>
      {names.length > 0 && (
        <div className={styles.invalid}>
          <strong>{textMessageTexts.invalidFields}</strong>
          <ul>
            {names.map((name) => (
              <li key={name}>
                <Token>{name}</Token>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
